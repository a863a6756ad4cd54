package import CassetteStore
package import ExchangeModel
import Redactors
import TapeDeck

/// Imports files of other programs: which exchanges, in what order, for which principal and epoch, redacted as by a
/// recorder.
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
    package private(set) var session: SessionRecord
    package var count: Int { taken.count }

    private let files: [ImportedFile]
    private let taken: [ImportedExchange]
    private let redaction: Redaction

    /// Exchanges are ordered by time. Secrets are collected first, so that one that only a later exchange reveals is
    /// redacted in earlier ones too.
    package init(_ files: [ImportedFile], _ options: Options, secrets: SecretBook) throws(ImportError) {
        self.files = files
        redaction = Redaction(secrets: secrets)
        for file in files { losses.add(file.losses) }
        var selection = ImportSelection((options.instance.map { [$0] } ?? []) + options.others)
        for (number, file) in files.enumerated() { selection.take(file, number: number) }
        selection.choose()
        for _ in 0..<selection.moved { losses.add(.order) }
        for (reason, exchange) in selection.dropped { losses.add(reason, at: exchange.place) }
        var taken = selection.taken
        guard let first = taken.first else {
            throw ImportError(
                .nothingLeft,
                files.allSatisfy { $0.count == 0 } ? "It has no entries." : "None of its entries can be imported.",
                notes: losses.sentences)
        }
        session = SessionRecord(
            startedAt: first.startedAt, instance: selection.instance ?? first.request.url.origin,
            user: ImportPrincipals.name(&taken), zone: "UTC", zoneRules: "UTC0", width: nil, version: options.version,
            policy: TapePolicy.standard.text, settings: "{}", seed: 0)
        self.taken = taken
        try collectSecrets(options.bodyLimit)
    }

    private static func admit(_ exchange: ImportedExchange, _ limit: Int) throws(ImportError) {
        var sizes = [("request", exchange.request.body?.count ?? 0)]
        if case .response(let response) = exchange.outcome { sizes.append(("answer", response.body.count)) }
        for (what, size) in sizes where size > limit {
            throw ImportError(
                .tooLarge, "The \(what) of \(exchange.name) has a body of \(size) bytes, and \(limit) are taken.")
        }
    }

    private mutating func collectSecrets(_ bodyLimit: Int) throws(ImportError) {
        redaction.note(user: session.user)
        for exchange in taken { redaction.note(user: exchange.request.principal) }
        for secret in files.flatMap(\.secrets) {
            _ = redaction.placeholder(forAnswer: Array(secret.text.utf8), label: secret.label)
        }
        for exchange in taken {
            try Self.admit(exchange, bodyLimit)
            for change in Set(exchange.changes) { losses.add(change, at: exchange.place) }
            _ = redacted(exchange)
        }
        for name in redaction.takeWithheldHeaders() { losses.add(.withheld, at: MissText.plain(name)) }
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

    /// Writes everything to a new cassette.
    package mutating func write(onto cassette: Cassette) throws(CassetteError) {
        let session = try cassette.beginSession(session)
        var counter = EpochCounter()
        for exchange in taken {
            let ((request, outcome), obstacles) = Inspection.reading { redacted(exchange) }
            if !obstacles.isEmpty { losses.add(.unchecked, at: exchange.place) }
            if request != exchange.request || outcome != exchange.outcome { losses.add(.secrets) }
            let placement = counter.placement(of: exchange.request)
            counter.take(exchange.request, at: placement)
            let key = RequestKey(of: RequestParts(of: request))
            let record = RequestRecord(
                session: session, command: nil, epoch: placement.epoch, purpose: request.purpose.rawValue,
                startedAt: exchange.startedAt, key: key.text, keyHash: key.hash,
                principal: request.principal, method: request.method.rawValue, url: request.url.description,
                headers: request.headers, body: request.body)
            try cassette.complete(cassette.reserve(record), with: outcome)
        }
    }
}

/// Selects the exchanges of an import and orders them.
struct ImportSelection {
    private let wanted: [HTTPURL]
    private(set) var taken: [ImportedExchange] = []
    /// Exchanges that are left out, and why.
    private(set) var dropped: [(reason: ConversionLosses.Kind, exchange: ImportedExchange)] = []
    /// The number of exchanges that are not where they are in the files.
    package private(set) var moved = 0
    /// The instance's origin as in the file; nil when nothing is selected.
    private(set) var instance: String?

    /// - Parameter wanted: the instance to import and hosts beside it; empty for the one with the most exchanges.
    init(_ wanted: [HTTPURL]) { self.wanted = wanted }

    /// Takes the exchanges of the next file, without those that an earlier file also contains.
    package mutating func take(_ file: ImportedFile, number: Int) {
        let before = number == 0 ? [] : Set(taken.map(\.identity))
        for var exchange in file.exchanges {
            exchange.fileNumber = number
            if !before.isEmpty, before.contains(exchange.identity) {
                dropped.append((.repeated, exchange))
            } else {
                taken.append(exchange)
            }
        }
    }

    /// Drops other instances' exchanges and those that were never sent, and orders the rest.
    mutating func choose() {
        chooseInstance()
        let before = taken.map(\.order)
        taken.sort { left, right in
            left.startedAt == right.startedAt ? left.order < right.order : left.startedAt < right.startedAt
        }
        moved = zip(before, taken).count { $0 != $1.order }
        leaveOutCached()
    }

    private mutating func chooseInstance() {
        var counts: [String: (count: Int, first: Int, origin: String)] = [:]
        for (place, exchange) in taken.enumerated() {
            let url = exchange.request.url
            counts[RequestParts.origin(of: url), default: (0, place, url.origin)].count += 1
        }
        let most = counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }
        let origins = wanted.isEmpty ? most.map { [$0.key] } ?? [] : wanted.map(RequestParts.origin)
        instance = wanted.first?.origin ?? most?.value.origin
        leaveOut(.otherHost) { !origins.contains(RequestParts.origin(of: $0.request.url)) }
    }

    /// Responses from the browser's cache were not sent. One is kept if no other exchange since the last unsafe request
    /// has that response, because a strict replay does not look in earlier epochs.
    private mutating func leaveOutCached() {
        var known: Set<String> = []
        leaveOut(.cached) { exchange in
            if !exchange.isSafe { known = [] }
            return !known.insert(exchange.request.url.target).inserted && exchange.isCached
        }
    }

    private mutating func leaveOut(_ reason: ConversionLosses.Kind, _ isLeftOut: (ImportedExchange) -> Bool) {
        var kept: [ImportedExchange] = []
        for exchange in taken {
            if isLeftOut(exchange) { dropped.append((reason, exchange)) } else { kept.append(exchange) }
        }
        taken = kept
    }
}
