package import Notation

extension Recipe {
    /// What it says, for programs.
    package var json: JSON {
        .object([
            .init("name", .string(name)), .init("path", .string(path)), .init("goal", .string(goal)),
            .init("explanation", .string(explanation)), .init("writes", .array(writes.map { .string($0.name) })),
            .init("parameters", .array(parameters.map(\.json))), .init("blocks", .array(blocks.map(\.json))),
        ])
    }
}

extension RecipeParameter {
    fileprivate var json: JSON {
        .object([
            .init("name", .string(name)), .init("type", .string(kind.text)),
            .init("default", fallback.map(JSON.string) ?? .null), .init("description", .string(description)),
            .init("line", .number(String(line))),
        ])
    }
}

extension RecipeBlock {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init("line", .number(String(line)))]
        if let loop { members.append(.init("for", .string("\(loop.variable) in \(loop.command)"))) }
        if let condition { members.append(.init("if", .string("\(condition.left) \(condition.test.text)"))) }
        if isCleanup { members.append(.init("cleanup", .bool(true))) }
        if let use { members.append(.init("use", .string(use.path))) }
        if let timeout { members.append(.init("timeout", .string(timeout.text))) }
        members.append(.init("steps", .array(steps.map(\.json))))
        return .object(members)
    }
}

extension RecipeStep {
    fileprivate var json: JSON {
        .object([
            .init("line", .number(String(line))), .init("command", .string(command)),
            .init("expectations", .array(expectations.map { .string($0.text) })),
            .init("output", .array(output.map(JSON.string))),
        ])
    }
}

extension RecipeTest {
    /// As it is written behind what it is about.
    package var text: String {
        switch self {
        case .compare(let comparison, let value): "\(comparison.rawValue) \(value)"
        case .exists: "exists"
        case .absent: "absent"
        case .type(let sort): "type \(sort.rawValue)"
        }
    }
}

extension RecipeFinding {
    /// The finding, for programs.
    func json(in path: String) -> JSON {
        .object([
            .init("file", .string(path)), .init("line", .number(String(line))),
            .init("start", .number(String(span.lowerBound))), .init("end", .number(String(span.upperBound))),
            .init("rule", .string(rule.rawValue)), .init("message", .string(message)),
            .init("hints", .array(hints.map(JSON.string))),
        ])
    }
}
