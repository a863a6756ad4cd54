import Notation

/// The text of a document, and where its parts stand in what the user wrote: the line, or a file.
struct GraphQLSource: Sendable {
    /// The document as it is sent.
    let text: String
    private let given: BoundValue?
    private let line: String
    private let file: String?

    /// The document a line gives itself.
    init(_ value: BoundValue, in line: String) {
        text = value.text
        given = value
        self.line = line
        file = nil
    }

    /// The document of a file.
    init(_ text: String, ofFile name: String) {
        self.text = text
        given = nil
        line = ""
        file = name
    }

    /// What the caret stands under for a part of the document, in UTF-8 bytes of `text`.
    func source(of range: Range<Int>) -> Problem.Source {
        guard let given else { return Problem.Source(text: text, span: range, name: file) }
        return Problem.Source(text: line, span: given.span(of: range))
    }

    /// The same for a part that was read.
    func source(of place: GraphQL.Place) -> Problem.Source { source(of: place.range) }

    /// A mistake of usage under a part of the document.
    func mistake(_ message: String, at range: Range<Int>, notes: [String] = [], hints: [String] = []) -> Problem {
        Problem(.usage, message, source: source(of: range), notes: notes, hints: hints)
    }
}
