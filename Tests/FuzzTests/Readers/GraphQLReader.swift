import Notation
import TestSupport

/// GraphQL documents: parser, printer, formatter, canonical form, validation and completion.
enum GraphQLReader {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let document: GraphQL.Document
        do throws(GraphQL.SyntaxError) { document = try GraphQL.Document(bytes: input) } catch {
            return try check(error, in: input)
        }
        let printed = document.text
        let again = try reread(printed, "the printed document")
        try require(again == document, "printed, it is another document")
        try requireSame(again.text, printed, "printed again, it is another text")

        let formatted = try require(try? GraphQL.format(text), "it cannot be formatted")
        try require(try reread(formatted, "the formatted document") == document, "formatted, it is another document")
        try requireSame(try? GraphQL.format(formatted), formatted, "formatted again, it is another text")
        try require(counts(Array(formatted.utf8)) == counts(input), "formatted, it has lost comments or words")

        var random = SeededGenerator(for: input)
        try checkCanonical(document, printed, &random)
        try checkValidation(document, input.count)
    }

    private static func requireSame(_ one: String?, _ other: String, _ property: String) throws {
        try require(one?.utf8.elementsEqual(other.utf8) ?? false, property)
    }

    private static func reread(_ text: String, _ what: String) throws -> GraphQL.Document {
        do throws(GraphQL.SyntaxError) { return try GraphQL.Document(text) } catch {
            throw Violation("\(what) is rejected: \(error)")
        }
    }

    private static func check(_ error: GraphQL.SyntaxError, in input: [UInt8]) throws {
        try requireInside(error.range, input.count, "an error")
        try require(
            error.line > 0 && error.column > 0 && !error.message.isEmpty && !error.message.utf8.contains(0x0A)
                && !error.message.utf8.contains(0x0D), "an error without its place or its phrase: \(error)")
        try require(!error.mayContinue || error.range.upperBound == input.count, "more text does not help: \(error)")
    }

    /// The canonical form of the first operation, where it is defined.
    private static func checkCanonical(
        _ document: GraphQL.Document, _ text: String, _ random: inout SeededGenerator
    ) throws {
        guard let operation = document.operations.first else { return }
        let name = operation.name?.text
        func canonical(_ text: String) -> GraphQL.CanonicalOperation? {
            GraphQL.CanonicalOperation(text, operation: name, rules: NoCanonicalRules())
        }
        guard let form = canonical(text) else { return }
        // A canonical form may have an empty selection, which cannot be written, and omits types of variables.
        if operation.variables.isEmpty, !form.text.contains("{}") {
            let again = GraphQL.CanonicalOperation(form.text, rules: NoCanonicalRules())
            try require(again == form, "the canonical form has another form")
        }
        // The effect of unknown directives may depend on the order.
        guard !form.text.contains(" @") else { return }
        var shuffle = GraphQLShuffler(random)
        let other = shuffle.scattered(shuffle.shuffled(document).text)
        random = shuffle.random
        try require(canonical(other) == form, "in another order, it has another canonical form: \(other)")
    }

    /// Validation by a schema: what it finds is inside the text.
    private static func checkValidation(_ document: GraphQL.Document, _ count: Int) throws {
        let found = GraphQL.Validation(of: document, in: schema)
        try require(found.findings.count <= 100, "\(found.findings.count) findings")
        for finding in found.findings {
            try requireInside(finding.place.range, count, "a finding")
            _ = finding.candidates(in: schema, of: document)
        }
        // What is valid in a complete schema is valid in one that may have more.
        let partial = GraphQL.RecordSchema(tables: GraphQL.TableShapes(tables, allNames: nil), isWhole: false)
        let more = GraphQL.Validation(of: document, in: partial).findings
        try require(more.isEmpty || !found.findings.isEmpty, "\(more) in an open schema")
    }

    private static let schema = GraphQL.RecordSchema(
        tables: GraphQL.TableShapes(tables, allNames: ["incident", "sys_user"]))

    private static let tables: [GraphQL.TableShape] =
        [
            .init(
                name: "incident", label: "Incident",
                columns: [
                    .init("sys_id", internalType: "GUID"), .init("number"),
                    .init("active", internalType: "boolean"),
                    .init("priority", internalType: "integer", hasChoices: true),
                    .init("caller_id", internalType: "reference", reference: "sys_user"),
                ]),
            .init(
                name: "sys_user", label: "User",
                columns: [.init("name"), .init("manager", internalType: "reference", reference: "sys_user")]),
        ]

    /// The number of comments and of words.
    private static func counts(_ text: [UInt8]) -> [Int] {
        let tokens = GraphQL.Lexer.tokens(of: text)
        let signs: Set<GraphQL.Token.Kind> = [.comment, .punctuator(UInt8(ascii: "|")), .punctuator(UInt8(ascii: "&"))]
        return [tokens.count { $0.kind == .comment }, tokens.count { !signs.contains($0.kind) }]
    }
}
