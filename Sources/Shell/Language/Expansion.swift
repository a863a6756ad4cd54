import ExchangeModel
import Notation

/// Puts values in the place of variables, after the line has been cut: a value is never cut, quoted or expanded again.
package struct Expansion: Sendable {
    /// The names that are known, for completing and for "did you mean".
    package let names: [String]
    /// The value of a name, nil when there is none.
    package let value: @Sendable (String) -> String?

    /// Variables that are looked up by a function.
    package init(names: [String], value: @escaping @Sendable (String) -> String?) {
        self.names = names
        self.value = value
    }

    /// The same from a dictionary.
    package init(_ values: [String: String]) {
        self.init(names: values.keys.sorted()) { values[$0] }
    }

    /// Knows no variable.
    package static let none = Expansion([:])

    /// An argument with its variables replaced.
    struct Text {
        var text = ""
        /// The length of each variable's value in bytes, in order: lets a place in the text be traced to the line.
        var variableLengths: [Int] = []
    }

    /// Expands a word. In encoded queries a value that would change what they ask is refused.
    ///
    /// - Parameter kind: what the word is.
    func expand(_ word: Word, in line: String, as kind: ValueKind? = nil) throws(Problem) -> Text {
        if kind == .query { try checkQuery(word, line) }
        if let kind {
            for query in AddressQueries.queries(in: word, kind) {
                try checkQuery(query, line, isInAddress: kind != .parameter)
            }
        }
        var expanded = Text()
        for piece in word.pieces {
            switch piece {
            case .text(let text, _, _): expanded.text += text
            case .variable(let name, let span):
                guard let value = value(name) else { throw unknown(name, span, line) }
                expanded.text += value
                expanded.variableLengths.append(value.utf8.count)
            }
        }
        return expanded
    }

    /// Refuses a value that holds `^`: it would become more conditions than the user wrote. A variable that is all of the
    /// query is what the user wrote; one that stands for conditions among others, `{{which}}^active=true`, may hold several
    /// that narrow it.
    ///
    /// - Parameter isInAddress: whether the query is percent-encoded and ends at `&`.
    private func checkQuery(_ query: Word, _ line: String, isInAddress: Bool = false) throws(Problem) {
        for (place, piece) in query.pieces.enumerated() {
            guard case .variable(let name, let span) = piece, let typed = value(name) else { continue }
            if isInAddress, typed.utf8.contains(UInt8(ascii: "&")) {
                throw Problem(
                    .usage, "The value of {{\(name)}} holds a &, which would end the query.",
                    source: Problem.Source(text: line, span: span), hints: ["-p sysparm_query=QUERY encodes it."])
            }
            let value = isInAddress ? PercentCoding.decode(typed) : typed
            guard query.pieces.count > 1, !EncodedQuery.mayStandAsValue(value),
                !Expansion.standsForConditions(place, in: query) || !EncodedQuery.mayStandAsConditions(value)
            else { continue }
            throw Problem(
                .usage, "The value of {{\(name)}} holds a ^, which would change what the query asks.",
                source: Problem.Source(text: line, span: span),
                hints: ["Choose a value without ^, or write that part of the query out."])
        }
    }

    /// Whether a variable of a query has whole conditions on both sides, or nothing.
    private static func standsForConditions(_ place: Int, in word: Word) -> Bool {
        func literal(_ place: Int) -> String? {
            guard word.pieces.indices.contains(place) else { return "^" }
            if case .text(let text, _, _) = word.pieces[place] { return text }
            return nil
        }
        guard let before = literal(place - 1), let after = literal(place + 1) else { return false }
        // An OR would join only the last of the variable's conditions.
        let joins = after.hasPrefix("^OR") && !after.hasPrefix("^ORDERBY")
        return before.hasSuffix("^") && after.hasPrefix("^") && !joins
    }

    private func unknown(_ name: String, _ span: Range<Int>, _ line: String) -> Problem {
        var hints = DidYouMean.hints(for: name, among: names) { "{{\($0)}}" }
        if hints.isEmpty {
            hints = ["set \(name)=VALUE gives it one; a line that ends in => \(name) keeps an answer in it."]
        }
        return Problem(
            .usage, "There is no variable {{\(name)}}.", source: Problem.Source(text: line, span: span), hints: hints)
    }
}
