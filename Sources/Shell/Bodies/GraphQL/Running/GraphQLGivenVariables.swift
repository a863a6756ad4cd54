import Notation

/// What `--var NAME=VALUE` and `--vars JSON` give, before a declaration says what it has to be.
struct GraphQLGivenVariables: Sendable {
    /// What was given for one variable.
    enum Content: Sendable {
        /// Text: the declaration decides what it stands for.
        case text(String)
        /// A JSON value, which has a type of its own.
        case json(JSON)
    }

    /// One variable.
    struct Given: Sendable {
        /// Without the `$`.
        let name: String
        let content: Content
        /// Where its name stands.
        let nameSource: Problem.Source
        /// Where its value stands.
        let valueSource: Problem.Source
    }

    /// In the order they were given; no name stands twice.
    private(set) var all: [Given] = []
    private var places: [String: Int] = [:]

    /// What was given for a variable.
    subscript(name: String) -> Given? { places[name].map { all[$0] } }

    /// Files are read through the deck.
    init(_ session: isolated ShellSession, _ arguments: BoundArguments) async throws {
        if let value = arguments.value("vars") {
            for given in try await Self.object(value, session, arguments) { try add(given) }
        }
        for (number, value) in arguments.given("var").enumerated() {
            try add(try await Self.one(value, number, session, arguments))
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
        _ value: BoundValue, _ number: Int, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> Given {
        let bytes = Array(value.text.utf8)
        let sign = bytes.firstIndex(of: .equals) ?? bytes.count
        let name = String(decoding: bytes[..<sign], as: UTF8.self)
        var text = String(decoding: bytes[min(sign + 1, bytes.count)...], as: UTF8.self)
        if value.assignsFile {
            do {
                text = try await session.readText(String(text.dropFirst()))
            } catch let problem as Problem {
                throw arguments.problem(problem.kind, problem.message, at: "var", value: number)
            }
        }
        func source(_ range: Range<Int>) -> Problem.Source {
            Problem.Source(text: arguments.line, span: value.span(of: range))
        }
        // An empty value has no place of its own.
        let isEmpty = sign + 1 >= bytes.count
        return Given(
            name: name, content: .text(text), nameSource: source(0..<sign),
            valueSource: isEmpty
                ? Problem.Source(text: arguments.line, span: value.span) : source(sign + 1..<bytes.count))
    }

    private static func object(
        _ value: BoundValue, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> [Given] {
        var text = value.text
        if let file = value.fileName {
            do {
                text = try await session.readText(file)
            } catch let problem as Problem {
                throw arguments.problem(problem.kind, problem.message, at: "vars")
            }
        }
        func source(_ range: Range<Int>) -> Problem.Source {
            if let file = value.fileName { return Problem.Source(text: text, span: range, name: file) }
            return Problem.Source(text: arguments.line, span: value.span(of: range))
        }
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(text).root
        } catch {
            throw Problem(
                .usage, "This is no JSON: \(error).", source: source(error.offset..<error.offset + 1),
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
    /// Where it stands in the text it was read from, in UTF-8 bytes.
    fileprivate var place: Range<Int> { source.startIndex..<source.endIndex }
}

extension ShellSession {
    /// A file the user named, as text.
    func readText(_ path: String) async throws -> String {
        guard let text = String(validating: try await readFile(path), as: UTF8.self) else {
            throw Problem(.usage, "\(path) is not UTF-8 text.")
        }
        return text
    }
}
