package import Notation
import Workbench

/// The commands as JSON Schema (2020-12), for agents and other programs: an object in `$defs` for each command, whose
/// properties are its arguments and flags.
package enum CommandSchema {
    package static var document: JSON {
        let commands = ProgramTable.all.map { ($0, true) } + CommandTable.all.map { ($0, false) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Commands of Snowdeck",
            "description":
                .string(
                    "Write arguments in their order, and flags as --NAME VALUE; a boolean flag has no value. "
                        + "The globals are flags of every command."),
            "oneOf": .array(commands.map { ["$ref": .string("#/$defs/" + $0.0.words.joined(separator: "%20"))] }),
            "$defs": .object(
                [
                    JSON.Member(
                        "globals",
                        [
                            "type": "object",
                            "properties": .object((GlobalFlags.atStart + GlobalFlags.withCommand).map(member)),
                        ])
                ] + commands.map { JSON.Member($0.0.name, schema(of: $0.0, isVerb: $0.1)) }),
        ]
    }

    private static func schema(of command: Command, isVerb: Bool) -> JSON {
        let needed = command.arguments.filter { argument in
            !argument.mayBeMissing && !command.rules.contains { $0.parameters.contains(argument) }
        }
        var rules: [JSON] = []
        for rule in command.rules {
            let names = rule.parameters.map { JSON.string($0.name) }
            switch rule {
            case .exactlyOne(let those): rules.append(["oneOf": .array(those.map { ["required": [.string($0.name)]] })])
            case .atMostOne(let those):
                let either = those.map { JSON.object([JSON.Member("required", [.string($0.name)])]) }
                rules.append(["oneOf": .array(either + [["not": ["anyOf": .array(either)]]])])
            case .goesWith(let flag, _):
                let others = names.dropFirst().map { JSON.object([JSON.Member("required", [$0])]) }
                rules.append([
                    "if": ["required": [.string(flag.name)]], "then": ["anyOf": .array(Array(others))],
                ])
            }
        }
        return .object(present: [
            "title": .string(command.summary), "type": "object",
            "properties": .object(command.arguments.map(member) + command.flags.map(member)),
            "required": .array(needed.map { .string($0.name) }), "additionalProperties": false,
            "allOf": rules.isEmpty ? nil : .array(rules),
            "x-usage": .string((isVerb ? "snowdeck " : "") + command.usage),
            "x-program": .bool(isVerb), "x-recorded": .bool(command.traits.isRecorded),
            "x-reads": .string(reads(command)), "x-changes": .string(changes(command)),
            "x-runs-until-ended": .bool(command.servesUntilEnded),
            "x-examples": .array(
                command.examples.map { ["line": .string($0.line), "description": .string($0.shows)] }),
        ])
    }

    private static func reads(_ command: Command) -> String {
        if command.traits.isRecorded, command.isRepeatable { return "the instance" }
        return command.traits.isRecorded ? "the session" : "tapes and files of this machine"
    }

    private static func changes(_ command: Command) -> String {
        switch command.traits.changes {
        case .nothing: command.traits.undoes == nil ? "nothing" : "with --run: the records of the last change"
        case .table: "records of the table"
        case .always(let what): what
        case .with(let flag, let what): "\(what), with --\(flag.name)"
        case .byMethod: "what the request changes, except with GET and HEAD"
        case .byDocument: "the records of the document's mutations"
        }
    }

    private static func member(_ argument: ArgumentDefinition) -> JSON.Member {
        let value = schema(of: argument.kind, [JSON.Member("description", .string(argument.summary))])
        return JSON.Member(
            argument.name,
            argument.isRepeated
                ? .object(present: [
                    "type": "array", "items": value, "minItems": argument.mayBeMissing ? nil : 1,
                ]) : value)
    }

    private static func member(_ flag: FlagDefinition) -> JSON.Member {
        let more = [
            JSON.Member("description", .string(flag.summary)),
            flag.fallback.map { JSON.Member("x-default", .string($0)) },
            flag.short.map { JSON.Member("x-short", .string("-\($0)")) },
        ].compactMap(\.self)
        let kinds = flag.values
        var value: JSON
        switch kinds.count {
        case 0: value = .object([JSON.Member("type", "boolean")] + more)
        case 1: value = schema(of: kinds[0], more)
        default:
            value = .object(
                [
                    JSON.Member("type", "array"), JSON.Member("prefixItems", .array(kinds.map { schema(of: $0, []) })),
                    JSON.Member("minItems", .number(String(kinds.count))),
                    JSON.Member("maxItems", .number(String(kinds.count))),
                ] + more)
        }
        if flag.mayRepeat { value = ["type": "array", "items": value] }
        return JSON.Member(flag.name, value)
    }

    private static func schema(of kind: ValueKind, _ more: [JSON.Member]) -> JSON {
        let type: [JSON.Member] =
            switch kind {
            case .number(let range):
                [
                    JSON.Member("type", "integer"), JSON.Member("minimum", .number(String(range.lowerBound))),
                    JSON.Member("maximum", .number(String(range.upperBound))),
                ]
            case .choice(let words): [JSON.Member("enum", .array(words.map { .string($0) }))]
            case .method: [JSON.Member("enum", .array(ValueKind.methods.map { .string($0) }))]
            case .size: [JSON.Member("type", "string"), JSON.Member("pattern", "^[0-9]+[kmgKMG]?$")]
            default: [JSON.Member("type", "string"), JSON.Member("x-kind", .string(kind.placeholder))]
            }
        return .object(type + more)
    }
}

extension Command.Rule {
    fileprivate var parameters: [Parameter] {
        switch self {
        case .exactlyOne(let those), .atMostOne(let those): those
        case .goesWith(let flag, let others): [flag] + others
        }
    }
}
