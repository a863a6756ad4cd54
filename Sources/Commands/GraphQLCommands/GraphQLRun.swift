import Notation
import NowData
import Redactors
import Workbench

/// A parsed and bound `graphql` command before anything is sent, for validation, paging and guards.
struct GraphQLRun: Sendable {
    struct Entry: Sendable {
        let operation: GraphQL.Operation
        var variables: [JSON.Member]
        /// Whether the request must name the operation, because the document contains several.
        let isNamed: Bool

        func value(of variable: String) -> JSON? { operation.value(of: variable, given: variables) }
    }

    let source: GraphQLSource
    let document: GraphQL.Document
    var entries: [Entry]
    let given: GraphQLVariableArguments

    var writes: Bool { entries.contains { $0.operation.kind != .query } }

    var requests: [GraphQLRequest] { entries.map(request) }

    func request(_ entry: Entry) -> GraphQLRequest {
        GraphQLRequest(
            query: source.text, variables: entry.variables,
            operationName: entry.isNamed ? entry.operation.name?.text : nil)
    }
}

extension GraphQLRun {
    /// Reads a line's document, the operations to run and their variables. Throws a usage problem that points at the
    /// user's text.
    static func read(_ run: isolated Run, _ arguments: BoundArguments) async throws -> GraphQLRun {
        let source = try await source(run, arguments)
        let document = try document(source)
        let operations = try operations(of: document, source, arguments)
        let given = try await GraphQLVariableArguments(run, arguments)
        try checkNames(given, among: operations)
        let typed = GraphQLTypedValue(isChecked: !arguments[.noValidate])
        let entries = try operations.map {
            Entry(
                operation: $0, variables: try variables(of: $0, given, typed, source),
                isNamed: document.operations.count > 1)
        }
        return GraphQLRun(source: source, document: document, entries: entries, given: given)
    }

    static func source(_ run: isolated Run, _ arguments: BoundArguments) async throws -> GraphQLSource {
        guard let value = arguments.value(.document) else {
            throw Problem(.internal, "graphql was run without a document.")
        }
        guard let file = value.fileName else {
            run.documentSecrets = DocumentSecrets(of: Array(value.text.utf8))
            return GraphQLSource(value, in: arguments.line)
        }
        let text = try await run.readText(file, of: arguments, at: .document)
        run.documentSecrets = DocumentSecrets(of: Array(text.utf8))
        return GraphQLSource(text, ofFile: file)
    }

    private static func document(_ source: GraphQLSource) throws(Problem) -> GraphQL.Document {
        do throws(GraphQL.SyntaxError) {
            return try GraphQL.Document(source.text)
        } catch {
            // A single word is probably a misspelled command.
            let isWord = GraphQL.Name.isName(source.text)
            let members = CommandTable.members(of: "graphql").map { String($0.words[1]) }
            let near = isWord ? DidYouMean.hints(for: source.text, among: members) { "graphql \($0)" } : []
            throw source.usageError(
                "The document cannot be read: \(error.message).", at: shown(error.range, source),
                hints: near.isEmpty ? hints(about: error.range, source, isWord: isWord) : near)
        }
    }

    private static func hints(about range: Range<Int>, _ source: GraphQLSource, isWord: Bool) -> [String] {
        let bytes = Array(source.text.utf8)
        let isEmpty = !bytes.contains { $0.isNameByte }
        if isWord || isEmpty { return ["graphql { GlideRecord_Query { TABLE { _results { COLUMN { value } } } } }"] }
        guard range.lowerBound < bytes.count else { return [] }
        switch bytes[range.lowerBound] {
        case .singleQuote: return [#"Use double quotes: "active=true""#]
        case .equals, UInt8(ascii: "^"), UInt8(ascii: "<"), .greater:
            return [#"Put an encoded query in double quotes: queryConditions: "active=true""#]
        default: return []
        }
    }

    private static func shown(_ range: Range<Int>, _ source: GraphQLSource) -> Range<Int> {
        let bytes = source.text.utf8
        guard range.isEmpty, range.lowerBound == bytes.count else { return range }
        let end = bytes.count - bytes.reversed().prefix { ASCII.isSpace($0) }.count
        return end..<end
    }

    private static func operations(
        of document: GraphQL.Document, _ source: GraphQLSource, _ arguments: BoundArguments
    ) throws(Problem) -> [GraphQL.Operation] {
        let all = document.operations
        if all.isEmpty, let fragment = document.fragments.first {
            throw source.usageError(
                "The document contains only fragments, so there is nothing to run.", at: fragment.name.place.range,
                hints: ["{ … ...\(fragment.name.text) … } in front of it uses it."])
        }
        var names: Set<String> = []
        for operation in all {
            if operation.kind == .subscription {
                throw source.usageError("Instances do not support subscriptions.", at: head(of: operation))
            }
            guard let name = operation.name else {
                if all.count == 1 { continue }
                throw source.usageError(
                    "In a document with several operations each needs a name.", at: head(of: operation),
                    hints: ["\(operation.kind.rawValue) NAME { … }"])
            }
            guard names.insert(name.text).inserted else {
                throw source.usageError("There are two operations \(name.text).", at: name.place.range)
            }
        }
        guard let wanted = arguments[.operation] else { return all }
        guard let chosen = all.first(where: { $0.name?.text == wanted }) else {
            let near = DidYouMean.hints(for: wanted, among: names)
            throw arguments.problem(
                .usage, "The document has no operation \(wanted).", at: .operation,
                hints: !near.isEmpty || names.isEmpty
                    ? near : ["It has \(Phrase.listed(all.compactMap { $0.name?.text }, joinedBy: "and"))."])
        }
        return [chosen]
    }

    private static func head(of operation: GraphQL.Operation) -> Range<Int> {
        let start = operation.place.range.lowerBound
        return start..<start + 1
    }

    private static func variables(
        of operation: GraphQL.Operation, _ given: GraphQLVariableArguments, _ typed: GraphQLTypedValue,
        _ source: GraphQLSource
    ) throws(Problem) -> [JSON.Member] {
        var members: [JSON.Member] = []
        for variable in operation.variables {
            let name = variable.name.text
            guard let value = given[name] else {
                guard case .nonNull = variable.type, variable.defaultValue == nil else { continue }
                throw source.usageError(
                    "$\(name) needs a value: it is declared \(variable.type.text).", at: variable.name.place.range,
                    hints: ["--var \(name)=VALUE"])
            }
            do throws(GraphQLTypedValue.Mismatch) {
                members.append(JSON.Member(name, try typed.value(value.content, as: variable.type)))
            } catch {
                throw Problem(
                    .usage, "\(error.sentence(about: name)); it is declared \(variable.type.text).",
                    source: value.valueSource)
            }
        }
        return members
    }

    private static func checkNames(
        _ given: GraphQLVariableArguments, among operations: [GraphQL.Operation]
    ) throws(Problem) {
        var known: Set<String> = []
        let declared = operations.flatMap { $0.variables.map(\.name.text) }.filter { known.insert($0).inserted }
        for variable in given.all where !known.contains(variable.name) {
            let near = DidYouMean.hints(for: variable.name, among: declared) { "$" + $0 }
            let all =
                declared.isEmpty
                ? ["query NAME($\(variable.name): String) { … } would declare it."]
                : ["The document declares \(Phrase.listed(declared.map { "$" + $0 }, joinedBy: "and"))."]
            throw Problem(
                .usage, "The document declares no variable $\(variable.name).", source: variable.nameSource,
                hints: near.isEmpty ? all : near)
        }
    }
}

struct GraphQLSource: Sendable {
    let text: String
    private let given: BoundValue?
    private let line: String
    private let file: String?

    init(_ value: BoundValue, in line: String) {
        text = value.text
        given = value
        self.line = line
        file = nil
    }

    init(_ text: String, ofFile name: String) {
        self.text = text
        given = nil
        line = ""
        file = name
    }

    func source(of range: Range<Int>) -> Problem.Source {
        guard let given else { return Problem.Source(text: text, span: range, name: file) }
        return Problem.Source(text: line, span: given.span(of: range))
    }

    func source(of place: GraphQL.Place) -> Problem.Source { source(of: place.range) }

    func usageError(_ message: String, at range: Range<Int>, notes: [String] = [], hints: [String] = []) -> Problem {
        Problem(.usage, message, source: source(of: range), notes: notes, hints: hints)
    }
}
