import CassetteStore
import ExchangeModel
import Notation

/// What Snowdeck writes into the log of a HAR: the tape's sessions, and its commands with what they read and wrote.
struct HAROwnLog: Sendable {
    /// A command with all that belongs to it.
    struct Command: Sendable {
        var record: CommandRecord
        var inputs: [InputRecord]
        var output: [UInt8]
        var errorOutput: [UInt8]
    }

    var sessions: [SessionRecord] = []
    var commands: [Command] = []

    /// Reads it; nil when it is of another form, or anything in it is not as it is written here.
    init?(_ node: JSONNode) {
        guard HAROwn.number(node["form"]) == Int64(HAROwn.form) else { return nil }
        var known: Set<Int64> = [], numbers: Set<Int64> = []
        for one in node["sessions"]?.elements.map({ $0 }) ?? [] {
            guard let session = Self.session(one), known.insert(session.id).inserted else { return nil }
            sessions.append(session)
        }
        for one in node["commands"]?.elements.map({ $0 }) ?? [] {
            guard let command = Self.command(one), known.contains(command.record.session),
                numbers.insert(command.record.id).inserted
            else { return nil }
            commands.append(command)
        }
        guard !sessions.isEmpty else { return nil }
        sessions.sort { $0.id < $1.id }
        commands.sort { $0.record.id < $1.record.id }
    }

    private static func session(_ node: JSONNode) -> SessionRecord? {
        guard let id = HAROwn.number(node["number"]),
            let began = node["began"]?.string.flatMap({ Timestamp(isoText: $0) }),
            let instance = node["instance"]?.string, HTTPURL(instance) != nil, let zone = node["zone"]?.string,
            let rules = node["zoneRules"]?.string, let version = node["version"]?.string,
            let settings = node["settings"]?.string, let seed = node["seed"]?.number.flatMap({ Int64($0) })
        else { return nil }
        var session = SessionRecord(
            startedAt: began, instance: instance, user: node["user"]?.string, zone: zone, zoneRules: rules,
            width: HAROwn.number(node["width"]).flatMap { Int(exactly: $0) }, version: version,
            policy: TapePolicy.standard.text, settings: settings, seed: seed)
        session.id = id
        return session
    }

    static func json(of session: SessionRecord) -> JSON {
        var members = [
            HAROwn.member("number", session.id), JSON.Member("began", .string(session.startedAt.exactText)),
            JSON.Member("instance", .string(session.instance)),
        ]
        if let user = session.user { members.append(JSON.Member("user", .string(user))) }
        if let width = session.width { members.append(HAROwn.member("width", Int64(width))) }
        for (name, text) in [
            ("zone", session.zone), ("zoneRules", session.zoneRules), ("version", session.version),
            ("settings", session.settings),
        ] { members.append(JSON.Member(name, .string(text))) }
        return .object(members + [HAROwn.member("seed", session.seed)])
    }

    private static func command(_ node: JSONNode) -> Command? {
        guard let id = HAROwn.number(node["number"]), let session = HAROwn.number(node["session"]),
            let line = node["line"]?.string, let now = node["now"]?.string.flatMap({ Timestamp(isoText: $0) })
        else { return nil }
        var record = CommandRecord(session: session, line: line, now: now)
        record.id = id
        record.exitStatus = HAROwn.number(node["exit"]).flatMap { $0 <= 255 ? Int($0) : nil }
        var inputs: [InputRecord] = []
        for input in node["read"]?.elements.map({ $0 }) ?? [] {
            guard let kind = input["kind"]?.string, let name = input["name"]?.string,
                let content = HAROwn.bytes(input["content"])
            else { return nil }
            inputs.append(InputRecord(kind: kind, name: name, content: content))
        }
        return Command(
            record: record, inputs: inputs, output: HAROwn.bytes(node["output"]) ?? [],
            errorOutput: HAROwn.bytes(node["errorOutput"]) ?? [])
    }

    static func json(of command: Command) -> JSON {
        let record = command.record
        var members = [
            HAROwn.member("number", record.id), HAROwn.member("session", record.session),
            JSON.Member("line", .string(record.line)), JSON.Member("now", .string(record.now.exactText)),
        ]
        if let status = record.exitStatus { members.append(HAROwn.member("exit", Int64(status))) }
        if !command.inputs.isEmpty {
            let inputs = command.inputs.map { input -> JSON in
                [
                    "kind": .string(input.kind), "name": .string(input.name),
                    "content": HAROwn.json(of: input.content),
                ]
            }
            members.append(JSON.Member("read", .array(inputs)))
        }
        for (name, bytes) in [("output", command.output), ("errorOutput", command.errorOutput)] where !bytes.isEmpty {
            members.append(JSON.Member(name, HAROwn.json(of: bytes)))
        }
        return .object(members)
    }
}

extension HAROwnLog.Command {
    /// Reads a command of a tape with all that belongs to it.
    init(_ record: CommandRecord, of cassette: Cassette) throws(CassetteError) {
        self.init(
            record: record, inputs: try cassette.inputs(of: record.id),
            output: try cassette.output(of: record.id, .standardOutput),
            errorOutput: try cassette.output(of: record.id, .standardError))
    }

    /// The same as a tape may hold it.
    func redacted(by redaction: Redaction) -> HAROwnLog.Command {
        var command = self
        let known = DocumentSecrets(of: Array(record.line.utf8))
        command.record.line = redaction.redactLine(record.line, knowing: known)
        command.inputs = inputs.map {
            InputRecord(
                kind: $0.kind, name: redaction.redactText($0.name),
                content: $0.kind == InputKind.secret.rawValue
                    ? Array(redaction.placeholder(forAnswer: $0.content, label: "password").utf8)
                    : redaction.redactInput($0.content, knowing: known))
        }
        command.output = redaction.redactOutput(output, knowing: known)
        command.errorOutput = redaction.redactOutput(errorOutput, knowing: known)
        return command
    }
}
