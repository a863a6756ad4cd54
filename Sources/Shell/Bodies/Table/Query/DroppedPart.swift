import Notation

/// One part of a query that an instance passes over, in words.
struct DroppedPart {
    private let part: EncodedQuery.Problem
    /// The part as it stands in the query.
    private let term: String
    private let table: String
    private let isOrdering: Bool

    init(_ part: EncodedQuery.Problem, of query: EncodedQuery, in text: String, _ table: String) {
        self.part = part
        self.table = table
        term = String(decoding: Array(text.utf8)[part.span], as: UTF8.self)
        isOrdering = query.orderings.contains { $0.span == part.span }
    }

    /// The part as a problem under the user's text.
    func problem(
        _ kind: Problem.Kind, _ walk: ColumnWalk, _ source: (Range<Int>) -> Problem.Source?
    ) -> Problem {
        Problem(kind, message(walk), source: source(part.span), hints: hints(walk))
    }

    /// One sentence.
    private func message(_ walk: ColumnWalk) -> String {
        switch part.kind {
        case .unread: "The instance drops this part of the query, which it cannot read: \(term)."
        case .unknownColumn:
            walk.lack(of: part.text, in: table) + (isOrdering ? "; nothing is ordered by it." : ": \(term) is dropped.")
        case .unknownOperator: "\(String(part.text.drop { $0 == " " })) begins with no operator: \(term) is dropped."
        case .unfittingOperator: "\(part.text) says nothing of a column like \(part.field): \(term) is dropped."
        case .malformedValue:
            part.text.isEmpty
                ? "\(term) lacks a value and is dropped."
                : "\(part.text) is no value for its operator: \(term) is dropped."
        case .caretInValue: "A ^ ends a value, and nothing is known to escape it: \(term) is dropped."
        }
    }

    /// What may have been meant.
    private func hints(_ walk: ColumnWalk) -> [String] {
        switch part.kind {
        case .unknownColumn: walk.hints(for: part.text)
        case .unknownOperator where !part.candidates.isEmpty:
            ["Did you mean " + Phrase.listed(part.candidates.prefix(3).map { part.field + $0 }, joinedBy: "or") + "?"]
        case .caretInValue, .unread, .unknownOperator, .malformedValue: ["help queries"]
        case .unfittingOperator: []
        }
    }
}
