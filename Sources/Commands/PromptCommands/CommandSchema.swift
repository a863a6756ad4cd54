package import Notation
import Workbench

/// The commands as JSON Schema (2020-12), for agents and other programs: an object in `$defs` for each command, whose
/// properties are its arguments and flags.
package enum CommandSchema {
    package static var document: JSON {
        let commands = ProgramTable.all + CommandTable.all
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Commands of Snowdeck",
            "description":
                .string(
                    "Write arguments in their order, and flags as --NAME VALUE; a boolean flag has no value. "
                        + "The globals are flags of every command."),
            "oneOf": .array(commands.map { ["$ref": .string("#/$defs/" + $0.words.joined(separator: "%20"))] }),
            "$defs": .object(
                [JSON.Member("globals", object(GlobalFlags.atStart + GlobalFlags.withCommand))]
                    + commands.map { JSON.Member($0.name, schema(of: $0)) }),
        ]
    }

    private static func object(_ parameters: [Parameter]) -> JSON {
        ["type": "object", "properties": .object(parameters.map { JSON.Member($0.name, schema(of: $0)) })]
    }

    private static func schema(of command: Command) -> JSON {
        let ruled = command.rules.flatMap(\.parameters)
        let needed = command.arguments.filter { !$0.mayBeMissing && !ruled.contains($0) }
        let isVerb = ProgramTable.all.contains(command)
        return .object(present: [
            "title": .string(command.summary), "type": "object",
            "properties": object(command.arguments + command.flags)["properties"],
            "required": names(needed), "additionalProperties": false,
            "allOf": command.rules.isEmpty ? nil : .array(command.rules.map(schema)),
            "x-usage": .string((isVerb ? "snowdeck " : "") + command.usage),
            "x-recorded": .bool(command.traits.isRecorded),
            "x-reads": .string(reads(command)), "x-changes": .string(changes(command)),
            "x-runs-until-ended": .bool(command.servesUntilEnded),
            "x-examples": .array(
                command.examples.map { ["line": .string($0.line), "description": .string($0.shows)] }),
        ])
    }

    private static func names(_ parameters: [Parameter]) -> JSON { .array(parameters.map { .string($0.name) }) }

    private static func schema(of rule: Command.Rule) -> JSON {
        let given = rule.parameters.map { JSON.object([JSON.Member("required", names([$0]))]) }
        return switch rule {
        case .exactlyOne: ["oneOf": .array(given)]
        case .atMostOne: ["oneOf": .array(given + [["not": ["anyOf": .array(given)]]])]
        case .goesWith: ["if": given[0], "then": ["anyOf": .array(Array(given.dropFirst()))]]
        }
    }

    private static func reads(_ command: Command) -> String {
        guard command.traits.isRecorded else { return "tapes and files of this machine" }
        return command.isRepeatable ? "the instance" : "the session"
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

    private static func schema(of parameter: Parameter) -> JSON {
        let flag = parameter as? FlagDefinition, argument = parameter as? ArgumentDefinition
        let kinds = flag?.values ?? [argument?.kind].compactMap(\.self)
        var value: JSON =
            switch kinds.count {
            case 0: ["type": "boolean"]
            case 1: schema(of: kinds[0])
            case let count:
                [
                    "type": "array", "prefixItems": .array(kinds.map(schema)), "minItems": .number(String(count)),
                    "maxItems": .number(String(count)),
                ]
            }
        if flag?.mayRepeat ?? argument?.isRepeated ?? false { value = ["type": "array", "items": value] }
        guard case .object(let members) = value else { return value }
        let more: JSON = .object(present: [
            "description": .string(parameter.summary), "x-default": flag?.fallback.map { .string($0) },
            "x-short": flag?.short.map { .string("-\($0)") },
        ])
        guard case .object(let others) = more else { return value }
        return .object(members + others)
    }

    private static func schema(of kind: ValueKind) -> JSON {
        switch kind {
        case .number(let range):
            [
                "type": "integer", "minimum": .number(String(range.lowerBound)),
                "maximum": .number(String(range.upperBound)),
            ]
        case .choice(let words): ["enum": .array(words.map { .string($0) })]
        case .method: ["enum": .array(ValueKind.methods.map { .string($0) })]
        case .size: ["type": "string", "pattern": "^[0-9]+[kmgKMG]?$"]
        default: ["type": "string", "x-kind": .string(kind.placeholder)]
        }
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
