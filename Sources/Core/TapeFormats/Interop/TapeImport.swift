package import CassetteStore
package import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Imports files of other programs: which exchanges, in what order, for which principal and epoch, redacted as by a
/// recorder. Only an outline of each exchange is in memory; the exchanges are read when they are needed.
package struct TapeImport: Sendable {
    package struct Options: Sendable {
        /// The instance whose exchanges are imported; nil for the one with the most.
        package var instance: HTTPURL?
        /// Other hosts whose exchanges are imported too.
        package var others: [HTTPURL]
        package var bodyLimit: Int
        package var version: String

        package init(instance: HTTPURL?, others: [HTTPURL] = [], bodyLimit: Int, version: String) {
            (self.instance, self.others) = (instance, others)
            self.bodyLimit = bodyLimit
            self.version = version
        }
    }

    package private(set) var losses = ConversionLosses()
    package private(set) var sessions: [SessionRecord] = []
    package var count: Int { taken.count }
    /// Zero unless Snowdeck wrote a file.
    package var commandCount: Int { log?.commands.count ?? 0 }

    private let files: [ImportedFile]
    private let log: HARExtensionLog?
    private let taken: [ImportOutline]
    private let redaction: Redaction

    /// Exchanges are ordered by time. Secrets are collected first, so that one that only a later exchange reveals is
    /// redacted in earlier ones too.
    package init(_ files: [ImportedFile], _ options: Options, secrets: SecretBook) throws(ImportError) {
        self.files = files
        log = files.count == 1 ? files[0].log : nil
        redaction = Redaction(secrets: secrets)
        for file in files { losses.add(file.losses) }
        var selection = ImportSelection(
            isWhole: log != nil, (options.instance.map { [$0] } ?? []) + options.others)
        for (number, file) in files.enumerated() { selection.take(file, number: number) }
        selection.choose()
        for _ in 0..<selection.moved { losses.add(.order) }
        for (reason, outline) in selection.dropped {
            let place = losses.listsPlace(of: reason) ? try files[outline.file].exchange(outline).place : ""
            losses.add(reason, at: place)
        }
        var taken = selection.taken
        guard let first = taken.first else {
            throw ImportError(
                .nothingLeft,
                files.allSatisfy { $0.count == 0 }
                    ? "It has no entries." : "None of its entries can be imported.",
                notes: losses.sentences)
        }
        let user = log == nil ? ImportPrincipals.name(&taken) : nil
        sessions =
            log?.sessions ?? [
                SessionRecord(
                    startedAt: first.startedAt, instance: selection.instance ?? first.origin.text, user: user,
                    zone: "UTC", zoneRules: "UTC0", width: nil, version: options.version,
                    policy: TapePolicy.standard.text, settings: "{}", seed: 0)
            ]
        self.taken = taken
        try collectSecrets(options.bodyLimit)
    }

    private func exchange(_ outline: ImportOutline) throws(ImportError) -> ImportedExchange {
        var exchange = try files[outline.file].exchange(outline)
        if log == nil {
            exchange.request.principal = outline.principal
            if outline.isSignIn { exchange.request.purpose = .signIn }
        }
        return exchange
    }

    private static func admit(_ exchange: ImportedExchange, _ limit: Int) throws(ImportError) {
        var sizes = [("request", exchange.request.body?.count ?? 0)]
        if case .response(let response) = exchange.outcome { sizes.append(("answer", response.body.count)) }
        for (what, size) in sizes where size > limit {
            throw ImportError(
                .tooLarge,
                "The \(what) of \(exchange.name) has a body of \(size) bytes, and \(limit) are taken."
            )
        }
    }

    private mutating func collectSecrets(_ bodyLimit: Int) throws(ImportError) {
        for session in sessions { redaction.note(user: session.user) }
        for outline in taken { redaction.note(user: outline.principal) }
        for secret in files.flatMap(\.secrets) {
            _ = redaction.placeholder(forAnswer: Array(secret.text.utf8), label: secret.label)
        }
        for outline in taken {
            let exchange = try exchange(outline)
            try Self.admit(exchange, bodyLimit)
            for change in Set(exchange.changes) { losses.add(change, at: exchange.place) }
            _ = redacted(exchange)
        }
        for name in redaction.takeWithheldHeaders() { losses.add(.withheld, at: MissText.plain(name)) }
        for place in sessions.indices { sessions[place].settings = redaction.redactSettings(sessions[place].settings) }
    }

    private func redacted(_ exchange: ImportedExchange) -> (request: HTTPRequest, outcome: OutcomeRecord) {
        let request = redaction.redact(exchange.request)
        switch exchange.outcome {
        case .response(let response):
            let known = DocumentSecrets(of: exchange.request)
            return (request, .response(redaction.redact(response, knowing: known)))
        case .failure(let failure): return (request, .failure(redaction.redact(failure)))
        case .interrupted: return (request, .interrupted)
        }
    }

    /// Writes everything to a new cassette, numbering sessions, commands and exchanges. Throws an `ImportError` if a
    /// file has changed, and a `CassetteError`.
    package mutating func write(onto cassette: Cassette) throws {
        var sessionNumbers: [Int64: Int64] = [:], commandNumbers: [Int64: Int64] = [:]
        for session in sessions { sessionNumbers[session.id] = try cassette.beginSession(session) }
        for outline in log?.commands ?? [] {
            let command = try files[0].command(outline).redacted(by: redaction)
            var record = command.record
            record.session = sessionNumbers[record.session] ?? 0
            let id = try cassette.beginCommand(record)
            commandNumbers[outline.id] = id
            for input in command.inputs { try cassette.add(input, to: id) }
            try cassette.appendOutput(command.output, to: .standardOutput, of: id)
            try cassette.appendOutput(command.errorOutput, to: .standardError, of: id)
            if let status = record.exitStatus { try cassette.finishCommand(id, exitStatus: status) }
        }
        var counter = EpochCounter()
        for outline in taken {
            let exchange = try exchange(outline)
            let ((request, outcome), obstacles) = Inspection.reading { redacted(exchange) }
            if !obstacles.isEmpty { losses.add(.unchecked, at: exchange.place) }
            if request != exchange.request || outcome != exchange.outcome { losses.add(.secrets) }
            let placement = counter.placement(of: exchange.request)
            counter.take(exchange.request, at: placement)
            if let own = exchange.own, own.epoch != placement.epoch { losses.add(.epochs, at: exchange.place) }
            let key = RequestKey(of: RequestParts(of: request))
            let record = RequestRecord(
                session: sessionNumbers[exchange.own?.session ?? sessions.last?.id ?? 0] ?? 0,
                command: exchange.own?.command.flatMap { commandNumbers[$0] }, epoch: placement.epoch,
                purpose: request.purpose.rawValue, startedAt: exchange.startedAt, key: key.text, keyHash: key.hash,
                principal: request.principal, method: request.method.rawValue, url: request.url.description,
                headers: request.headers, body: request.body)
            try cassette.complete(cassette.reserve(record), with: outcome)
        }
        for file in files { try file.confirm() }
    }
}

/// Selects the exchanges of an import and orders them.
struct ImportSelection {
    /// Whether all instances are imported.
    private let isWhole: Bool
    private let wanted: [HTTPURL]
    private(set) var taken: [ImportOutline] = []
    /// Exchanges that are left out, and why.
    private(set) var dropped: [(reason: ConversionLosses.Kind, outline: ImportOutline)] = []
    /// The number of exchanges that are not where they are in the files.
    package private(set) var moved = 0
    /// The instance's origin as in the file; nil when nothing is selected.
    private(set) var instance: String?

    /// - Parameters:
    /// - isWhole: whether the file is an exported tape, which may have used several instances.
    /// - wanted: the instance to import and hosts beside it; empty for the one with the most exchanges.
    init(isWhole: Bool, _ wanted: [HTTPURL]) { (self.isWhole, self.wanted) = (isWhole, wanted) }

    /// Takes the exchanges of the next file, without those that an earlier file also contains.
    package mutating func take(_ file: ImportedFile, number: Int) {
        let before = number == 0 ? [] : Set(taken.map(\.identity))
        for var outline in file.outlines {
            outline.file = number
            if before.contains(outline.identity) { dropped.append((.repeated, outline)) } else { taken.append(outline) }
        }
    }

    /// Drops other instances' exchanges and those that were never sent, and orders the rest.
    mutating func choose() {
        chooseInstance()
        let isOwn = taken.allSatisfy { $0.sequence != nil }
        let before = taken.map(\.place)
        taken.sort { left, right in
            if isOwn, let first = left.sequence, let second = right.sequence, first != second { return first < second }
            if !isOwn, left.startedAt != right.startedAt { return left.startedAt < right.startedAt }
            return left.place < right.place
        }
        moved = zip(before, taken).count { $0 != $1.place }
        leaveOutCached()
    }

    private mutating func chooseInstance() {
        var counts: [String: (count: Int, first: Int, origin: String)] = [:]
        for (place, outline) in taken.enumerated() {
            counts[outline.origin.key, default: (0, place, outline.origin.text)].count += 1
        }
        if wanted.isEmpty, isWhole { return }
        let most = counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }
        let origins = wanted.isEmpty ? most.map { [$0.key] } ?? [] : wanted.map(RequestParts.origin)
        instance = wanted.first?.origin ?? most?.value.origin
        leaveOut(.otherHost) { !origins.contains($0.origin.key) }
    }

    /// Responses from the browser's cache were not sent. One is kept if no other exchange since the last unsafe request
    /// has that response, because a strict replay does not look in earlier epochs.
    private mutating func leaveOutCached() {
        var known: Set<Int64> = []
        leaveOut(.cached) { outline in
            if !outline.isSafe { known = [] }
            return !known.insert(outline.target).inserted && outline.isCached
        }
    }

    private mutating func leaveOut(_ reason: ConversionLosses.Kind, _ isLeftOut: (ImportOutline) -> Bool) {
        var kept: [ImportOutline] = []
        for outline in taken {
            if isLeftOut(outline) { dropped.append((reason, outline)) } else { kept.append(outline) }
        }
        taken = kept
    }
}
