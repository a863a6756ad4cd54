import CassetteStore
import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// The member `_snowdeck` of the log and of each entry: what a tape needs and HAR has no place for. Other programs
/// ignore it; with it, importing an exported tape is lossless.
enum HARExtension {
    package static let name = "_snowdeck"
    /// The version of the member's format. Files with another version are read as if another program had written them.
    static let form = 1

    struct Exchange: Sendable {
        var session: Int64
        var sequence: Int64
        package var epoch: Int64?
        var command: Int64?
        var purpose: RequestPurpose
        var principal: String?
        var contentCoding: String?
        /// The recorded Content-Length; nil if it is the size of the body.
        var contentLength: String?
        var timings: Timings
        var outcome: OutcomeRecord?

        init?(_ node: JSONNode) {
            guard let session = HARExtension.number(node["session"]),
                let sequence = HARExtension.number(node["sequence"]),
                let purpose = node["purpose"]?.string.flatMap(RequestPurpose.init), sequence > 0
            else { return nil }
            (self.session, self.sequence, self.purpose) = (session, sequence, purpose)
            (epoch, command) = (HARExtension.number(node["epoch"]), HARExtension.number(node["command"]))
            (principal, contentCoding) = (node["principal"]?.string, node["coding"]?.string)
            contentLength = node["length"]?.string
            let stages = node["timings"]?.elements.compactMap { HARExtension.number($0) } ?? []
            timings =
                stages.count == 5
                ? Timings(
                    resolved: stages[0], connected: stages[1], secured: stages[2], firstByte: stages[3],
                    total: stages[4])
                : Timings()
            if let failure = node["failure"] {
                guard let kind = failure["kind"]?.string.flatMap(TransportFailure.Kind.init),
                    let message = failure["message"]?.string
                else { return nil }
                outcome = .failure(TransportFailure(recorded: kind, message))
            } else if node["interrupted"]?.bool == true {
                outcome = .interrupted
            }
        }

        static func json(of exchange: ExchangeRecord) -> JSON {
            let request = exchange.request
            var members: KeyValuePairs<String, JSON?> = [:]
            switch exchange.outcome {
            case .interrupted: members = ["interrupted": true]
            case .failure(let failure):
                members = ["failure": ["kind": .string(failure.kind.rawValue), "message": .string(failure.message)]]
            case .response(let response):
                let times = response.facts.timings
                let stages = [times.resolved, times.connected, times.secured, times.firstByte, times.total]
                members = [
                    "coding": response.facts.contentCoding.map(JSON.string),
                    "length": response.wrongLength(answering: HTTPMethod(rawValue: request.method)).map(JSON.string),
                    "timings": .array(stages.map { .number(String($0)) }),
                ]
            }
            return HARExtension.object(
                [
                    "session": HARExtension.number(request.session), "sequence": HARExtension.number(exchange.id),
                    "epoch": HARExtension.number(request.epoch), "command": HARExtension.number(request.command),
                    "purpose": .string(request.purpose), "principal": request.principal.map(JSON.string),
                ], members)
        }
    }

    /// A number that a tape may contain; nil for anything else.
    static func number(_ node: JSONNode?) -> Int64? {
        node?.number.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    static func number(_ number: Int64?) -> JSON? { number.map { .number(String($0)) } }

    /// An object of the members that have a value.
    static func object(_ members: KeyValuePairs<String, JSON?>...) -> JSON {
        .object(members.joined().compactMap { member in member.value.map { JSON.Member(member.key, $0) } })
    }

    static func json(of bytes: [UInt8]) -> JSON {
        String(validating: bytes, as: UTF8.self).map { .string($0) } ?? ["base64": .string(Base64.encode(bytes))]
    }

    package static func bytes(_ node: JSONNode?) -> [UInt8]? {
        if let text = node?.string { return Array(text.utf8) }
        return node?["base64"]?.string.flatMap { Base64.decode($0.utf8) }
    }
}

/// The log's `_snowdeck` member: the tape's sessions, and its commands.
struct HARExtensionLog: Sendable {
    private(set) var sessions: [SessionRecord] = []
    private(set) var commands: [TapedCommand] = []

    /// Returns nil if the format's version is another or any part is malformed.
    init?(_ node: JSONNode) {
        guard HARExtension.number(node["form"]) == Int64(HARExtension.form) else { return nil }
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

    /// The member of an entry, if it names one of the sessions; without a command that the file does not have.
    func known(_ exchange: HARExtension.Exchange) -> HARExtension.Exchange? {
        guard sessions.contains(where: { $0.id == exchange.session }) else { return nil }
        var exchange = exchange
        if !commands.contains(where: { $0.record.id == exchange.command }) { exchange.command = nil }
        return exchange
    }

    private static func session(_ node: JSONNode) -> SessionRecord? {
        guard let id = HARExtension.number(node["number"]),
            let began = node["began"]?.string.flatMap({ Timestamp(isoText: $0) }),
            let instance = node["instance"]?.string, HTTPURL(instance) != nil, let zone = node["zone"]?.string,
            let rules = node["zoneRules"]?.string, let version = node["version"]?.string,
            let settings = node["settings"]?.string, let seed = node["seed"]?.number.flatMap({ Int64($0) })
        else { return nil }
        var session = SessionRecord(
            startedAt: began, instance: instance, user: node["user"]?.string, zone: zone, zoneRules: rules,
            width: HARExtension.number(node["width"]).flatMap { Int(exactly: $0) }, version: version,
            policy: TapePolicy.standard.text, settings: settings, seed: seed)
        session.id = id
        return session
    }

    static func json(of session: SessionRecord) -> JSON {
        HARExtension.object([
            "number": HARExtension.number(session.id), "began": .string(session.startedAt.exactText),
            "instance": .string(session.instance), "user": session.user.map(JSON.string),
            "width": HARExtension.number(session.width.map(Int64.init)), "zone": .string(session.zone),
            "zoneRules": .string(session.zoneRules), "version": .string(session.version),
            "settings": .string(session.settings), "seed": HARExtension.number(session.seed),
        ])
    }

    private static func command(_ node: JSONNode) -> TapedCommand? {
        guard let id = HARExtension.number(node["number"]), let session = HARExtension.number(node["session"]),
            let line = node["line"]?.string, let now = node["now"]?.string.flatMap({ Timestamp(isoText: $0) })
        else { return nil }
        var record = CommandRecord(session: session, line: line, now: now)
        record.id = id
        record.exitStatus = HARExtension.number(node["exit"]).flatMap { $0 <= 255 ? Int($0) : nil }
        var inputs: [InputRecord] = []
        for input in node["read"]?.elements.map({ $0 }) ?? [] {
            guard let kind = input["kind"]?.string, let name = input["name"]?.string,
                let content = HARExtension.bytes(input["content"])
            else { return nil }
            inputs.append(InputRecord(kind: kind, name: name, content: content))
        }
        return TapedCommand(
            record: record, inputs: inputs, output: HARExtension.bytes(node["output"]) ?? [],
            errorOutput: HARExtension.bytes(node["errorOutput"]) ?? [])
    }

    static func json(of command: TapedCommand) -> JSON {
        let record = command.record
        let inputs = command.inputs.map { input -> JSON in
            ["kind": .string(input.kind), "name": .string(input.name), "content": HARExtension.json(of: input.content)]
        }
        func bytes(_ bytes: [UInt8]) -> JSON? { bytes.isEmpty ? nil : HARExtension.json(of: bytes) }
        return HARExtension.object([
            "number": HARExtension.number(record.id), "session": HARExtension.number(record.session),
            "line": .string(record.line),
            "now": .string(record.now.exactText), "exit": HARExtension.number(record.exitStatus.map(Int64.init)),
            "read": inputs.isEmpty ? nil : .array(inputs), "output": bytes(command.output),
            "errorOutput": bytes(command.errorOutput),
        ])
    }
}
