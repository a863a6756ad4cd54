package import Redactors
import Rendering

extension Parameter {
    package static let table = Argument<String>("table", .table, "The table's name, such as incident")
    package static let record = Argument<String>("record", .record, "A number, a sys_id or a display value")
    package static let instance = Flag<String>(
        "instance", .instance, fallback: "the default profile, else the sandbox",
        "Use this profile or instance")
    package static let tape = Flag<String>("tape", .cassette, fallback: "a new one of yours", "Use this tape")
    package static let mode = Flag<String>(
        "mode", .choice(["record", "replay", "extend"]), fallback: "record",
        "Record, replay, or replay and record the rest")
    package static let strict = Flag<Bool>("strict", "Answer only with what was recorded at this point")
    package static let sandbox = Flag<String>(
        "sandbox", .file, fallback: "in memory", "Keep the sandbox's records in this file")
    package static let cacert = Flag<String>("cacert", .file, "Also trust the certificates in this file")
    package static let noColor = Flag<Bool>("no-color", "Disable colors")
    package static let noInput = Flag<Bool>("no-input", "Never prompt; fail instead")
    package static let trust = Flag<Bool>("trust", "Allow a tape or recipe to run pipelines and write files")
    package static let format = Flag<String>(
        "format", .choice(GlobalFlags.formats), fallback: "columns", "Use this output format")
    package static let allowWrites = Flag<String>(
        "allow-writes", .instance, "Change records of this instance without confirmation")
    package static let asUser = Flag<String>(
        "as", .word("USER"), "Read as this user; for commands that change nothing (help sign-in)")
    package static let timeout = Flag<Int>(
        "timeout", .number(1...86400), fallback: "60", "Time out after this many seconds")
    package static let maxBody = Flag<ByteSize>("max-body", .size, fallback: "64m", "Reject larger response bodies")
    package static let replacesFile = Flag<Bool>("force", "Overwrite an existing file")
    package static let allowOrigin = Flag<[String]>(
        "allow-origin", .word("ORIGIN"), mayRepeat: true,
        "Allow changes from browser pages of this origin (https://app.example)")
    package static let port = Flag<Int>(
        "port", .number(0...65535), fallback: "0, any free one", "Listen on this port of 127.0.0.1")
    package static let tls = Flag<[String]>(
        "tls", .word("CERT"), then: .word("KEY"), "Serve HTTPS with this certificate and key, PEM files")
    package static let tlsSelfSigned = Flag<String>(
        "tls-self-signed", .word("DIR"), "Serve HTTPS with a self-signed certificate kept in this folder")
}

/// What a command takes: an argument or a flag. Declared once, with its name, its kind and its help; `BoundArguments`
/// reads what was typed by the declaration. Parameters do not change.
package class Parameter: @unchecked Sendable, Hashable {
    package let name: String
    /// For help: a phrase, or imperative for a flag, without a full stop.
    package let summary: String

    fileprivate init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    package static func == (left: Parameter, right: Parameter) -> Bool {
        left.name == right.name && left.summary == right.summary
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The left side of a typed `name=value`, as the place of an error.
    package static func assigned(_ name: String) -> Parameter { Parameter(name, "") }
}

/// A positional argument, as help and completion see it.
package class ArgumentDefinition: Parameter, @unchecked Sendable {
    package enum Presence: Sendable, Hashable {
        case required
        case optional
        /// Zero or more. Only as the last argument.
        case repeated
        /// One or more. Only as the last argument.
        case repeatedAtLeastOnce
    }

    package let kind: ValueKind
    let presence: Presence

    package init(_ name: String, _ kind: ValueKind, _ presence: Presence, _ summary: String) {
        self.kind = kind
        self.presence = presence
        super.init(name, summary)
    }

    package convenience init(_ name: String, _ kind: ValueKind, _ summary: String) {
        self.init(name, kind, .required, summary)
    }

    package var isRepeated: Bool { presence == .repeated || presence == .repeatedAtLeastOnce }
    package var mayBeMissing: Bool { presence == .optional || presence == .repeated }
}

/// A named argument, as help and completion see it: `--limit 5`, `--limit=5`, `-n 5`, `-n5`.
package class FlagDefinition: Parameter, @unchecked Sendable {
    /// An accepted spelling that help does not list.
    package let alias: String?
    package let short: Character?
    /// The kind of its value; nil for a switch.
    package let value: ValueKind?
    /// The kind of its second value, for a flag that takes two: `--tls CERT KEY`.
    let second: ValueKind?
    package let mayRepeat: Bool
    /// Whether the command then creates files whose names it takes from elsewhere.
    package let createsFiles: Bool
    /// Whether the arguments of its command are another command, with flags of its own.
    let beginsCommand: Bool
    /// The default, for help.
    package let fallback: String?
    /// How its value is searched for secrets, if its kind does not say so.
    private let content: CommandLineRedactor.Reading?

    package init(
        _ name: String, alias: String? = nil, short: Character? = nil, _ value: ValueKind?,
        then second: ValueKind? = nil, mayRepeat: Bool = false, createsFiles: Bool = false, beginsCommand: Bool = false,
        fallback: String? = nil, hides content: CommandLineRedactor.Reading? = nil, _ summary: String
    ) {
        self.content = content
        self.alias = alias
        self.short = short
        self.value = value
        self.second = second
        self.mayRepeat = mayRepeat
        self.createsFiles = createsFiles
        self.beginsCommand = beginsCommand
        self.fallback = fallback
        super.init(name, summary)
    }

    package convenience init(_ name: String, short: Character? = nil, createsFiles: Bool = false, _ summary: String) {
        self.init(name, short: short, nil, createsFiles: createsFiles, summary)
    }

    /// How its value is searched for secrets; nil if it cannot hold one.
    var hides: CommandLineRedactor.Reading? {
        if let content { return content }
        return switch value {
        case .query: .query
        case .variable: .variable
        case .parameter: .parameter
        case .header: .header
        default: nil
        }
    }

    /// `--limit`.
    package var spelling: String { "--" + name }
    /// `-n, --limit NUMBER`.
    package var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + spelling + placeholders
    }
    package var values: [ValueKind] { [value, second].compactMap(\.self) }
    /// ` CERT KEY`: the placeholders after the flag in help.
    var placeholders: String { values.map { " " + $0.placeholder }.joined() }
}

extension Parameter {
    package static let query = Flag<String>("query", short: "q", .query, "Select records by this encoded query")
    package static let fields = Flag<ColumnNames>(
        "fields", short: "f", .fields, fallback: "a fixed list per table; all in data formats",
        "Show these fields; caller_id.name follows a reference")
    package static let display = Flag<String>(
        "display", .choice(["value", "display", "both"]),
        fallback: "display, but value in data formats",
        "Show stored values, displayed values, or both")
    package static let raw = Flag<Bool>("raw", "Show HTML fields as stored, not as text")
    package static let strings = Flag<Bool>("strings", "Write every value as a string, as the instance sends it")
    /// The flags of commands that show records.
    package static let shown: [FlagDefinition] = [.display, .raw, .strings]
    package static let review = Flag<Bool>("review", "Print commands, output and a line per request, without times")
}

/// An argument with the type of its value.
package final class Argument<Value: ParameterValue>: ArgumentDefinition, @unchecked Sendable {}

/// A flag with the type of its value.
package final class Flag<Value: ParameterValue>: FlagDefinition, @unchecked Sendable {}

/// A type in which commands read an argument or a flag.
package protocol ParameterValue {
    associatedtype Read
    /// The values that were typed for a parameter; none if it was omitted.
    static func read(_ given: [BoundValue], isOn: Bool) -> Read
}

/// A switch.
extension Bool: ParameterValue {
    package static func read(_ given: [BoundValue], isOn: Bool) -> Bool { isOn }
}

extension String: ParameterValue {
    package static func read(_ given: [BoundValue], isOn: Bool) -> String? { given.first?.text }
}

extension Int: ParameterValue {
    package static func read(_ given: [BoundValue], isOn: Bool) -> Int? { given.first.flatMap { Int($0.text) } }
}

/// Any number of texts.
extension [String]: ParameterValue {
    package static func read(_ given: [BoundValue], isOn: Bool) -> [String] { given.map(\.text) }
}

extension ByteSize: ParameterValue {
    package static func read(_ given: [BoundValue], isOn: Bool) -> Int? {
        given.first.flatMap { ByteSize($0.text) }?.bytes
    }
}

/// A comma-separated list of names.
package enum ColumnNames: ParameterValue {
    /// The distinct names, trimmed. Duplicates are dropped because a JSON or YAML object cannot repeat a member.
    package static func read(_ given: [BoundValue], isOn: Bool) -> [String]? {
        var seen: Set<String> = []
        return given.first.map { FieldList.names(in: $0.text).map(\.name).filter { seen.insert($0).inserted } }
    }
}

/// A comma-separated list of names; a leading `-` means descending.
package enum FieldOrder: ParameterValue {
    package static func read(_ given: [BoundValue], isOn: Bool) -> [(field: String, descending: Bool)]? {
        ColumnNames.read(given, isOn: isOn)?.map { $0.hasPrefix("-") ? (String($0.dropFirst()), true) : ($0, false) }
    }
}

/// Flags that are not tied to a command.
package enum GlobalFlags {
    /// Start-up flags, allowed anywhere on the program's command line.
    package static let atStart: [FlagDefinition] = [
        .instance,
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
        .tape,
        .mode,
        .strict,
        .sandbox,
        .cacert,
        .noColor,
        .noInput,
        .trust,
    ]

    /// Flags of every command; on the program's command line they apply to the whole run.
    package static let withCommand: [FlagDefinition] = [.format, .allowWrites, .timeout, .maxBody, .asUser, .help]

    /// Flags of servers that browsers may use.
    package static let ofServers: [FlagDefinition] = [.allowOrigin, .tls, .tlsSelfSigned]

    package static let formats = Format.allCases.map(\.name)
}

extension Parameter {
    package static let help = Flag<Bool>("help", short: "h", "Show help for the command")
}

extension Parameter {
    package static let report = reporting("Print a report in this format")

    /// The flag `--report`, with a summary of what becomes a test.
    ///
    /// - Parameter hasPage: whether the command can write a page, too.
    package static func reporting(_ summary: String, hasPage: Bool = true) -> Flag<String> {
        Flag<String>("report", .choice(ReportFormat.allCases.map(\.rawValue) + (hasPage ? ["html"] : [])), summary)
    }
}

/// Sign-in flags, shared by profiles, `connect`, `login` and the program's command line.
extension Parameter {
    package static let signInKind = Flag<String>(
        "sign-in", .signInKind, fallback: "basic",
        "Sign in with this method: browser, paste, basic, oauth-password, …; help sign-in")
    package static let user = Flag<String>("user", .user, "Sign in as this user")
    package static let clientID = Flag<String>("client-id", .word("ID"), "The client ID of the OAuth application")
    package static let scope = Flag<String>("scope", .word("TEXT"), "Request this OAuth scope")
    package static let from = Flag<String>(
        "from", .secretSource, fallback: "the keyring, then a prompt",
        "The source of the password, key, token or client secret")
    package static let clientFrom = Flag<String>(
        "client-from", .secretSource, fallback: "the same as --from",
        "The source of the client secret, if --from is the user's")
    package static let certificate = Flag<String>("certificate", .file, "The client certificate (PEM)")
    package static let key = Flag<String>("key", .file, "The private key (PEM) of --certificate, or for oauth-jwt")

    package static let signIn: [FlagDefinition] = [
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
    ]
}

/// What a profile is made of, besides its sign-in: the arguments of `profile add`.
extension Parameter {
    package static let newProfile = Argument<String>("name", .word("NAME"), "The new name")
    package static let profiledInstance = Argument<String>("instance", .instance, "An instance's name or URL")
    package static let profile = Argument<String>("profile", .profile, "A profile's name")
    package static let guarding = Flag<String>(
        "guard", .choice(WriteGuard.allCases.map(\.rawValue)), fallback: "confirm",
        "Choose when changes need confirmation")
    package static let color = Flag<String>(
        "color", alias: "color", .choice(ProfileColor.allCases.map(\.rawValue)),
        fallback: "red for production, else yellow", "Show the prompt in this color")
    package static let unsetOptions = Flag<[String]>(
        "unset", .choice(SignInChoice.unsettable.map(\.name) + ["color"]), mayRepeat: true,
        "Remove this option from the profile")
}
