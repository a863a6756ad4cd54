import Notation
import Workbench

struct GraphQLVariableArguments: Sendable {
    enum Content: Sendable {
        case text(String)
        case json(JSON)
    }

    struct Given: Sendable {
        package let name: String
        let content: Content
        let nameSource: Problem.Source
        let valueSource: Problem.Source
    }

    private(set) var all: [Given] = []
    private var places: [String: Int] = [:]

    subscript(name: String) -> Given? { places[name].map { all[$0] } }

    init(_ run: isolated Run, _ arguments: BoundArguments) async throws {
        if let value = arguments.value(.vars) {
            for given in try await Self.object(value, run, arguments) { try add(given) }
        }
        for (number, value) in arguments.given(.variable).enumerated() {
            try add(try await Self.one(value, number, run, arguments))
        }
    }

    private mutating func add(_ given: Given) throws(Problem) {
        guard self[given.name] == nil else {
            throw Problem(.usage, "$\(given.name) is given twice.", source: given.nameSource)
        }
        places[given.name] = all.count
        all.append(given)
    }

    private static func one(
        _ value: BoundValue, _ number: Int, _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> Given {
        let bytes = Array(value.text.utf8)
        let sign = bytes.firstIndex(of: .equals) ?? bytes.count
        let name = String(decoding: bytes[..<sign], as: UTF8.self)
        var text = String(decoding: bytes[min(sign + 1, bytes.count)...], as: UTF8.self)
        if value.assignsFile {
            text = try await run.readText(String(text.dropFirst()), of: arguments, at: .variable, value: number)
        }
        func source(_ range: Range<Int>) -> Problem.Source {
            Problem.Source(text: arguments.line, span: value.span(of: range))
        }
        // An empty value has no span of its own.
        let isEmpty = sign + 1 >= bytes.count
        return Given(
            name: name, content: .text(text), nameSource: source(0..<sign),
            valueSource: isEmpty
                ? Problem.Source(text: arguments.line, span: value.span) : source(sign + 1..<bytes.count))
    }

    private static func object(
        _ value: BoundValue, _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> [Given] {
        var text = value.text
        if let file = value.fileName { text = try await run.readText(file, of: arguments, at: .vars) }
        func source(_ range: Range<Int>) -> Problem.Source {
            if let file = value.fileName { return Problem.Source(text: text, span: range, name: file) }
            return Problem.Source(text: arguments.line, span: value.span(of: range))
        }
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(text).root
        } catch {
            throw Problem(
                .usage, "This is not valid JSON: \(error).", source: source(error.offset..<error.offset + 1),
                hints: [#"--vars {"name": "value"}"#])
        }
        guard root.kind == .object else {
            throw Problem(
                .usage, "Values of variables are one JSON object.", source: source(root.place),
                hints: [#"--vars {"name": "value"}"#])
        }
        return root.members.map {
            let place = source($0.value.place)
            return Given(name: $0.name, content: .json(JSON($0.value)), nameSource: place, valueSource: place)
        }
    }
}

extension JSONNode {
    /// The span in the text it was read from, in UTF-8 bytes.
    fileprivate var place: Range<Int> { source.startIndex..<source.endIndex }
}

/// Converts a variable's value to its declared type (GraphQL specification, sections 3.5 and 6.1.2).
struct GraphQLTypedValue {
    enum Mismatch: Error {
        case noJSON
        case value(GraphQL.ValueCheck.Mismatch)
    }

    /// Whether values are checked; those of unknown types are left to the instance.
    let isChecked: Bool

    private static let schema = GraphQL.RecordSchema(tables: GraphQL.TableShapes([], allNames: nil), isWhole: false)

    /// The value as the declared type. A JSON value is not converted.
    package func value(
        _ content: GraphQLVariableArguments.Content, as type: GraphQL.TypeReference
    ) throws(Mismatch) -> JSON {
        let json: JSON
        switch content {
        case .text(let text): json = try Self.json(text, as: type)
        case .json(let given): json = given
        }
        guard isChecked else { return json }
        do throws(GraphQL.ValueCheck.Mismatch) {
            try GraphQL.ValueCheck.check(json, as: type, in: Self.schema)
        } catch {
            throw .value(error)
        }
        return json
    }

    /// String and ID take text as it is. Numbers, true, false and null are converted where the type allows them. Lists
    /// and objects are JSON; a list also accepts a single element without brackets.
    private static func json(_ text: String, as type: GraphQL.TypeReference) throws(Mismatch) -> JSON {
        switch type {
        case .nonNull(let inner): return try json(text, as: inner)
        case .list(let inner):
            if text == "null" { return .null }
            guard text.utf8.first(where: { !ASCII.isSpace($0) }) == .openBracket else {
                return .array([try json(text, as: inner)])
            }
            return try json(text)
        case .named(let name):
            switch name.text {
            case "String", "ID": return .string(text)
            case "Int", "Long", "Float", "Boolean", "Glide_Boolean": return (try? json(text)) ?? .string(text)
            default:
                // An enum value, or an input object.
                let isWord = GraphQL.Name.isName(text) && !["true", "false", "null"].contains(text)
                return isWord ? .string(text) : try json(text)
            }
        }
    }

    private static func json(_ text: String) throws(Mismatch) -> JSON {
        do throws(JSONError) {
            return JSON(try JSONDocument(text).root)
        } catch {
            throw .noJSON
        }
    }
}

extension GraphQLTypedValue.Mismatch {
    func sentence(about name: String) -> String {
        switch self {
        case .noJSON: "The value of $\(name) is no JSON"
        case .value(let mismatch):
            (mismatch.inside.isEmpty ? "The" : "\(mismatch.inside) in the") + " value of $\(name) " + mismatch.phrase
        }
    }
}
