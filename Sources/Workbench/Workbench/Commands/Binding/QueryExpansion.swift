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
    private static func joined(_ pieces: [Word.Piece]) -> [Word.Piece] {
        pieces.reduce(into: []) { joined, piece in
            guard case .text(let text, let span, _) = piece,
                case .text(let before, let start, let quoted)? = joined.last
            else { return joined.append(piece) }
            joined[joined.count - 1] = .text(
                before + text, span: start.lowerBound..<span.upperBound, quoted: quoted)
        }
    }
}
