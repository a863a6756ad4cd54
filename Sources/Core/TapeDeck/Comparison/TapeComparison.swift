package import CassetteStore
package import ExchangeModel

/// The differences between two recordings of the same commands, between two runs of one, or between a tape and its
/// instance now.
///
/// Commands are paired in order by their lines, the requests of a command in order by method and path, ignoring
/// sys_ids. Sign-in and completion are left out.
package struct TapeComparison: Sendable {
    /// A command, or one of several requests.
    package struct Part: Sendable {
        /// The command's line; nil for a program's request.
        package var line: String?
        /// `GET /api/now/table/incident`; nil for the command itself, and if it sent one request only.
        package var request: String?
        /// The worst first.
        package var findings: [Finding]

        /// The command, and the request if it is one of several.
        package var title: String { [line, request].compactMap(\.self).joined(separator: "  ") }

        package func count(_ severity: Finding.Severity) -> Int {
            findings.count { $0.severity == severity && $0.kind != .command }
        }
    }

    /// All commands, and requests of their own with differences.
    package private(set) var parts: [Part] = []
    /// Compared ones.
    package private(set) var commands = 0, requests = 0
    /// How many values are times, update counters, sys_ids and record numbers that changed consistently.
    package private(set) var folded = 0
    /// How many differences are between two answers of now, too.
    package private(set) var noise = 0

    package var isSame: Bool { parts.allSatisfy(\.findings.isEmpty) }
    package func count(_ severity: Finding.Severity) -> Int { parts.reduce(0) { $0 + $1.count(severity) } }

    /// How many commands only the older or only the newer side has.
    package var lonely: (old: Int, new: Int) {
        let alone = parts.flatMap(\.findings).filter { $0.kind == .command }
        return (alone.count { $0.new == nil }, alone.count { $0.old == nil })
    }

    package init(from old: Cassette, to new: Cassette) throws(CassetteError) {
        let tapes = try TapePair(old, new), pairs = try tapes.commands()
        // By session: another session may have used another instance, where the same identifiers mean other records.
        var identities: [Int64: Identities] = [:]
        try note(pairs, of: tapes, &identities)
        try compare(pairs, of: tapes, &identities)
    }

    private func note(
        _ pairs: [TapePair.Command], of tapes: TapePair, _ identities: inout [Int64: Identities]
    ) throws(CassetteError) {
        for command in pairs {
            guard let session = command.old?.session else { continue }
            for exchange in command.exchanges {
                guard let (before, after) = try tapes.outcomes(exchange) else { continue }
                identities[session, default: Identities()].note(before, after)
            }
        }
    }

    /// Compares two runs of one command. At one instance identities never move. Its requests for schema and completion
    /// are left out: they depend on what was known before.
    package init(
        from old: CommandRecord, of before: Cassette, to new: CommandRecord, of after: Cassette
    ) throws(CassetteError) {
        let tapes = try TapePair(before, after)
        let exchanges = TapePair.pairs(
            try TapePair.sent(before, by: old.id)[old.id] ?? [], try TapePair.sent(after, by: new.id)[new.id] ?? [])
        let pair = TapePair.Command(line: old.line, old: old, new: new, exchanges: exchanges)
        var identities: [Int64: Identities] = [:]
        if tapes.before[old.session] != tapes.after[new.session] { try note([pair], of: tapes, &identities) }
        try compare([pair], of: tapes, &identities)
    }

    private mutating func compare(
        _ pairs: [TapePair.Command], of tapes: TapePair, _ identities: inout [Int64: Identities]
    ) throws(CassetteError) {
        for pair in pairs {
            var command = Part(line: pair.line, findings: []), others: [Part] = []
            if let before = pair.old, let after = pair.new {
                commands += 1
                if before.exitStatus != after.exitStatus {
                    let statuses = [before, after].map { $0.exitStatus.map(String.init) ?? "none" }
                    command.findings.append(Finding(.exitStatus, "exit status", statuses[0], statuses[1]))
                }
                let isAlone = pair.exchanges.count { $0.old != nil && $0.new != nil } == 1
                for exchange in pair.exchanges {
                    guard let sent = exchange.old, exchange.new != nil else {
                        let title = (exchange.old ?? exchange.new)?.title ?? ""
                        command.findings.append(Finding(.request, title, exchange.old?.title, exchange.new?.title))
                        continue
                    }
                    let found = try compare(exchange, of: tapes, &identities[before.session, default: Identities()])
                    if isAlone {
                        command.findings += found
                    } else if !found.isEmpty {
                        others.append(Part(line: pair.line, request: sent.title, findings: found))
                    }
                }
            } else {
                command.findings = [Finding(.command, "", pair.old?.line, pair.new?.line)]
            }
            command.findings = Finding.worstFirst(command.findings)
            parts += [command] + others
        }
    }

    private mutating func compare(
        _ pair: TapePair.Exchange, of tapes: TapePair, _ identities: inout Identities
    ) throws(CassetteError) -> [Finding] {
        requests += 1
        guard let (before, after) = try tapes.outcomes(pair) else { return [] }
        let comparison = AnswerComparison(before, after, identities)
        identities = comparison.identities ?? identities
        folded += comparison.folded
        return Finding.worstFirst(comparison.findings)
    }

    /// No comparison yet; `add` adds those of a tape with its instance.
    package init() {}

    /// Compares a recorded answer with those of now. The request was sent twice: what differs between both is noise.
    ///
    /// - Parameter line: the command that sent it.
    package mutating func add(
        _ read: TapeReads.Read, of line: String?, _ recorded: OutcomeRecord, _ first: HTTPResponse,
        _ second: HTTPResponse
    ) -> Part {
        let old = recorded.comparable(at: read.request.url.origin, recordedAt: read.recordedAt)
        let now = OutcomeRecord.response(first).comparable(), again = OutcomeRecord.response(second).comparable()
        let comparison = AnswerComparison(old, now)
        let unstable = Set(AnswerComparison(now, again).findings.map(\.spot))
        let stable = comparison.findings.filter { !unstable.contains($0.spot) }
        requests += 1
        folded += comparison.folded
        noise += comparison.findings.count - stable.count
        let title = TapePair.title(read.request.method.rawValue, read.request.url)
        parts.append(Part(line: line, request: title, findings: Finding.worstFirst(stable)))
        return parts[parts.count - 1]
    }
}

private struct TapePair {
    struct Sent {
        var id: Int64
        var title: String
        /// Method and path, with a marker for each sys_id.
        var signature: [UInt8]

        init(_ id: Int64, _ request: RequestRecord) {
            let url = HTTPURL(request.url)
            self.id = id
            title = url.map { TapePair.title(request.method, $0) } ?? request.url
            signature = VolatileText(request.method + " " + (url?.path ?? request.url)).frame
        }
    }

    struct Exchange {
        var old: Sent?
        var new: Sent?
    }

    /// A command that at least one tape has.
    struct Command {
        var line: String
        var old: CommandRecord?
        var new: CommandRecord?
        var exchanges: [Exchange] = []
    }

    /// `GET /api/now/table/incident?sysparm_limit=2`.
    static func title(_ method: String, _ url: HTTPURL) -> String { method + " " + PercentCoding.decode(url.target) }

    private let old, new: Cassette
    /// The instance of each session.
    let before, after: [Int64: String]

    init(_ old: Cassette, _ new: Cassette) throws(CassetteError) {
        (self.old, self.new) = (old, new)
        before = Dictionary(try old.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
        after = Dictionary(try new.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
    }

    /// The outcomes of an exchange that both tapes have, as if both came from the newer tape's instance.
    func outcomes(_ pair: Exchange) throws(CassetteError) -> (old: OutcomeRecord, new: OutcomeRecord)? {
        guard let first = pair.old?.id, let second = pair.new?.id, let left = try old.exchange(first),
            let right = try new.exchange(second)
        else { return nil }
        let here = after[right.request.session] ?? ""
        return (
            left.outcome.comparable(at: here, recordedAt: before[left.request.session] ?? ""),
            right.outcome.comparable()
        )
    }

    /// Commands in the order of the older tape, followed by those that only the newer one has.
    func commands() throws(CassetteError) -> [Command] {
        let sentBefore = try Self.sent(old), sentNow = try Self.sent(new)
        var queue = CommandQueue()
        var commands: [Command] = []
        // The newer command of each older one: a step is looked for among the steps of its own.
        var partners: [Int64: Int64] = [:]
        try Self.forEach(of: old) { command, outer throws(CassetteError) in
            let within = outer.map { partners[$0] }
            let again = within == .some(nil) ? nil : try queue.next(command.line, within: within ?? nil, of: new)
            partners[command.id] = again?.id
            let exchanges = again.map { Self.pairs(sentBefore[command.id] ?? [], sentNow[$0.id] ?? []) } ?? []
            commands.append(Command(line: command.line, old: command, new: again, exchanges: exchanges))
        }
        let known = Set(partners.values)
        try Self.forEach(of: new) { command, _ throws(CassetteError) in
            if !known.contains(command.id) { commands.append(Command(line: command.line, new: command)) }
        }
        return commands
    }

    /// Passes on each command of a tape, with the command that it is a step of.
    private static func forEach(
        of cassette: Cassette, _ receive: (CommandRecord, Int64?) throws(CassetteError) -> Void
    ) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try cassette.commands(after: last, limit: 100), let end = batch.last?.id {
            last = end
            let outer = try Nesting.outer(of: batch, on: cassette)
            for command in batch { try receive(command, outer[command.id]) }
        }
    }

    static func pairs(_ old: [Sent], _ new: [Sent]) -> [Exchange] {
        var waiting: [[UInt8]: [Sent]] = [:]
        for sent in new.reversed() { waiting[sent.signature, default: []].append(sent) }
        var pairs = old.map { Exchange(old: $0, new: waiting[$0.signature]?.popLast()) }
        let left = Set(waiting.values.flatMap { $0.map(\.id) })
        pairs += new.filter { left.contains($0.id) }.map { Exchange(old: nil, new: $0) }
        return pairs
    }

    /// The requests of each command, or of one without those for the schema.
    static func sent(_ cassette: Cassette, by command: Int64? = nil) throws(CassetteError) -> [Int64: [Sent]] {
        let others: [RequestPurpose] = command == nil ? [.signIn] : [.signIn, .schema, .completion]
        var sent: [Int64: [Sent]] = [:], last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 128, of: command), let end = batch.last?.id {
            last = end
            for exchange in batch where !others.map(\.rawValue).contains(exchange.request.purpose) {
                guard let owner = exchange.request.command else { continue }
                sent[owner, default: []].append(Sent(exchange.id, exchange.request))
            }
        }
        return sent
    }
}
