import ExchangeModel
import Notation

extension Expansion {
    /// Expands a word. In an encoded query, a value that would change the query's structure is rejected.
    ///
    /// - Parameter kind: the kind of value that the word holds.
    func expand(_ word: Word, in line: String, as kind: ValueKind? = nil) throws(Problem) -> Text {
        do throws(ParseError) {
            if kind == .document { return try DocumentExpansion(self).expand(word) }
            if kind == .query { try checkQuery(word, isInAddress: false) }
            if let kind {
                for query in AddressQueries.queries(in: word, kind) {
                    try checkQuery(query, isInAddress: kind != .parameter)
                }
            }
            return try expand(word)
        } catch {
            throw error.problem(in: line)
        }
    }

    /// Rejects a value that contains `^`, because it would add conditions that the user did not write. A variable that
    /// is the whole query is exempt; one among other conditions, `{{which}}^active=true`, may hold several conditions
    /// that narrow the query.
    ///
    /// - Parameter isInAddress: whether the query is percent-encoded and ends at `&`.
    private func checkQuery(_ query: Word, isInAddress: Bool) throws(ParseError) {
        for (place, piece) in query.pieces.enumerated() {
            guard case .variable(let name, let span) = piece, let typed = value(name) else { continue }
            if VariableList(typed) != nil {
                throw ParseError(
                    "{{\(name)}} is a list, which only -q takes.", at: span,
                    hints: ["-q number={{\(name)}} finds the records of all its values."])
            }
            if isInAddress, typed.utf8.contains(UInt8(ascii: "&")) {
                throw ParseError(
                    "The value of {{\(name)}} contains an &, which would end the query.", at: span,
                    hints: ["-p sysparm_query=QUERY encodes it."])
            }
            let value = isInAddress ? PercentCoding.decode(typed) : typed
            guard query.pieces.count > 1, !EncodedQuery.isValidValue(value),
                !Expansion.replacesWholeConditions(place, in: query) || !EncodedQuery.canNarrowQuery(value)
            else { continue }
            throw ParseError(
                "The value of {{\(name)}} contains a ^, which would change what the query asks.", at: span,
                hints: ["Choose a value without ^, or write that part of the query out."])
        }
    }

    /// Writes lists into a query: `number={{nums}}` becomes `numberINa,b`, and `!=` becomes `NOT IN`.
    func writingLists(in query: Word, of line: String) throws(Problem) -> Word {
        let pieces = AddressQueries.joined(query.pieces)
        var written: [Word.Piece] = [], hasList = false
        for (place, piece) in pieces.enumerated() {
            guard case .variable(let name, let span) = piece, let list = value(name).flatMap(VariableList.init) else {
                written.append(piece)
                continue
            }
            hasList = true
            var isWhole = place + 1 == pieces.count
            if !isWhole, case .text(let after, _, _) = pieces[place + 1] { isWhole = after.hasPrefix("^") }
            guard isWhole, case .text(let before, let start, let quoted)? = written.popLast(),
                let operation = Self.listOperator(after: before)
            else {
                throw ParseError(
                    "A list is compared as a whole, by = or != only.", at: span,
                    hints: ["-q number={{\(name)}}", "for n in {{\(name)}} COMMAND runs a command for each value."]
                ).problem(in: line)
            }
            let values: [String]
            do throws(ParseError) { values = try Self.entries(of: list, name, span) } catch {
                throw error.problem(in: line)
            }
            let head = before.dropLast(operation.typed.utf8.count) + operation.meant
            written.append(.text(String(head), span: start, quoted: quoted))
            written.append(.text(values.joined(separator: ","), span: span, quoted: true))
        }
        return hasList ? Word(pieces: written, span: query.span) : query
    }

    /// The operator at the end of a text, as it is typed and for a list; nil for one that takes none.
    private static func listOperator(after text: String) -> (typed: String, meant: String)? {
        guard let condition = EncodedQuery(text + "x").groups.last?.terms.last?.conditions.last, condition.value == "x"
        else { return nil }
        switch condition.operator {
        case .equals: return ("=", Operator.isOneOf.rawValue)
        case .differs: return ("!=", Operator.isNoneOf.rawValue)
        case .isOneOf, .isNoneOf: return ("", "")
        default: return nil
        }
    }

    /// The values of a list for `IN`. An empty list would match everything, or nothing, without a word.
    private static func entries(
        of list: VariableList, _ name: String, _ span: Range<Int>
    ) throws(ParseError) -> [String] {
        if list.elements.isEmpty {
            throw ParseError("{{\(name)}} is an empty list, so nothing can be compared with it.", at: span)
        }
        var values: [String] = []
        for element in list.elements {
            let text = element.plainText
            let reason: String? =
                switch element {
                case .object, .array: "is not a single value"
                default:
                    if text.isEmpty {
                        "is empty"
                    } else if text.utf8.contains(.comma) {
                        "contains a comma, which separates the values of IN"
                    } else {
                        EncodedQuery.isValidValue(text) ? nil : "contains a ^, which would change what the query asks"
                    }
                }
            if let reason {
                let shown = text.count > 40 ? text.prefix(40) + "…" : text
                throw ParseError(
                    "A value of {{\(name)}} \(reason): \(shown.isEmpty ? "\"\"" : String(shown))", at: span,
                    hints: ["for n in {{\(name)}} COMMAND runs a command for each value."])
            }
            values.append(text)
        }
        return values
    }

    /// Whether a variable is delimited by whole conditions, or by the ends of the query, on both sides.
    private static func replacesWholeConditions(_ place: Int, in word: Word) -> Bool {
        func literal(_ place: Int) -> String? {
            guard word.pieces.indices.contains(place) else { return "^" }
            if case .text(let text, _, _) = word.pieces[place] { return text }
            return nil
        }
        guard let before = literal(place - 1), let after = literal(place + 1) else { return false }
        // `^OR` would apply only to the last of the variable's conditions.
        let joins = after.hasPrefix("^OR") && !after.hasPrefix("^ORDERBY")
        return before.hasSuffix("^") && after.hasPrefix("^") && !joins
    }
}

/// The encoded queries in the address of a request, where a variable's value must not add conditions or parameters.
private enum AddressQueries {
    /// The text after each `sysparm_query=`, as separate words.
    ///
    /// - Parameter kind: `.parameter` is one name and value; an address may contain several.
    static func queries(in word: Word, _ kind: ValueKind) -> [Word] {
        switch kind {
        case .parameter: [query(of: joined(word.pieces))].compactMap(\.self)
        case .path, .page: parameters(of: joined(word.pieces)).compactMap(query).map(decoded)
        default: []
        }
    }

    /// The value of a `sysparm_query` parameter; nil for other parameters.
    private static func query(of parameter: [Word.Piece]) -> Word? {
        guard case .text(let text, let span, let quoted)? = parameter.first,
            let sign = text.utf8.firstIndex(of: .equals),
            PercentCoding.decodeForm(String(text[..<sign])) == "sysparm_query"
        else { return nil }
        let value = String(text[text.utf8.index(after: sign)...])
        let rest = Array(parameter.dropFirst())
        return Word(pieces: value.isEmpty ? rest : [.text(value, span: span, quoted: quoted)] + rest, span: span)
    }

    /// The query, percent-decoded.
    private static func decoded(_ query: Word) -> Word {
        let pieces = query.pieces.map { piece in
            guard case .text(let text, let span, let quoted) = piece else { return piece }
            return .text(PercentCoding.decode(text), span: span, quoted: quoted)
        }
        return Word(pieces: pieces, span: query.span)
    }

    /// The parameters of an address, split at `?` and `&`. The part before `?` is the first element.
    private static func parameters(of pieces: [Word.Piece]) -> [[Word.Piece]] {
        var found: [[Word.Piece]] = [[]]
        for piece in pieces {
            guard case .text(let text, let span, let quoted) = piece else {
                found[found.count - 1].append(piece)
                continue
            }
            let parts = text.split(omittingEmptySubsequences: false) { $0 == "?" || $0 == "&" }
            for (place, part) in parts.enumerated() {
                if place > 0 { found.append([]) }
                if !part.isEmpty { found[found.count - 1].append(.text(String(part), span: span, quoted: quoted)) }
            }
        }
        return found
    }

    /// The pieces with adjacent texts joined, whether quoted or not.
    static func joined(_ pieces: [Word.Piece]) -> [Word.Piece] {
        pieces.reduce(into: []) { joined, piece in
            guard case .text(let text, let span, _) = piece,
                case .text(let before, let start, let quoted)? = joined.last
            else { return joined.append(piece) }
            joined[joined.count - 1] = .text(before + text, span: start.lowerBound..<span.upperBound, quoted: quoted)
        }
    }
}
