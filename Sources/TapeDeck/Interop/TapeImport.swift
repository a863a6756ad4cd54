package import CassetteStore
package import ExchangeModel
import Notation

/// Imports files of other programs: which exchanges, in what order, for which principal and epoch, redacted as by a
/// recorder. Nothing is written before everything is known.
package struct TapeImport: Sendable {
    package struct Options: Sendable {
        /// The instance whose exchanges are imported; nil for the one with the most.
        package var instance: HTTPURL?
        package var bodyLimit: Int
        package var version: String
        package var isSignIn: @Sendable (HTTPURL) -> Bool

        package init(
            instance: HTTPURL?, bodyLimit: Int, version: String, isSignIn: @escaping @Sendable (HTTPURL) -> Bool
        ) {
            self.instance = instance
            self.bodyLimit = bodyLimit
            self.version = version
            self.isSignIn = isSignIn
        }
    }

    package private(set) var losses = ConversionLosses()
    package private(set) var sessions: [SessionRecord] = []
    package var count: Int { exchanges.count }
    /// Zero unless Snowdeck wrote a file.
    package var commandCount: Int { commands.count }

    private var commands: [TapedCommand] = []
    private var exchanges: [(request: RequestRecord, outcome: OutcomeRecord)] = []

    /// Exchanges are ordered by time. Secrets are collected first, so that one that only a later exchange reveals is
    /// redacted in earlier ones too.
    package init(_ files: [ImportedFile], _ options: Options, secrets: SecretBook) throws(ImportError) {
        let log = files.count == 1 ? files[0].log : nil
        for file in files { losses.add(file.losses) }
        var selection = ImportSelection(isWhole: log != nil, options.instance)
        for file in files { selection.take(file, &losses) }
        selection.choose(&losses)
        var taken = selection.taken
        guard let first = taken.first else {
            throw ImportError(
                .nothingLeft,
                files.allSatisfy { $0.count == 0 }
                    ? "It has no entries." : "None of its entries can be imported.",
                notes: losses.sentences)
        }
        for exchange in taken { try Self.admit(exchange, options.bodyLimit) }
        let user = log == nil ? ImportPrincipals(isSignIn: options.isSignIn).name(&taken) : nil
        sessions =
            log?.sessions ?? [
                SessionRecord(
                    startedAt: first.startedAt, instance: selection.instance ?? first.request.url.origin, user: user,
                    zone: "UTC", zoneRules: "UTC0", width: nil, version: options.version,
                    policy: TapePolicy.standard.text, settings: "{}", seed: 0)
            ]
        commands = log?.commands ?? []
        for exchange in taken { for change in Set(exchange.changes) { losses.add(change, at: exchange.place) } }
        redact(taken, Redaction(secrets: secrets))
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

    private mutating func redact(_ taken: [ImportedExchange], _ redaction: Redaction) {
        for session in sessions { redaction.note(user: session.user) }
        for exchange in taken { redaction.note(user: exchange.request.principal) }
        for exchange in taken {
            _ = redaction.redact(exchange.request)
            if case .response(let response) = exchange.outcome { _ = redaction.redact(response) }
        }
        var counter = EpochCounter()
        let last = sessions.last?.id ?? 0
        for exchange in taken {
            let placement = counter.placement(of: exchange.request)
            counter.take(exchange.request, at: placement)
            if let own = exchange.own, own.epoch != placement.epoch { losses.add(.epochs, at: exchange.place) }
            let request = redaction.redact(exchange.request)
            var outcome = exchange.outcome
            switch exchange.outcome {
            case .response(let response):
                outcome = .response(redaction.redact(response, knowing: DocumentSecrets(of: exchange.request)))
            case .failure(let failure): outcome = .failure(redaction.redact(failure))
            case .interrupted: break
            }
            if request != exchange.request || outcome != exchange.outcome { losses.add(.secrets) }
            let key = RequestKey(of: RequestParts(of: request))
            exchanges.append(
                (
                    RequestRecord(
                        session: exchange.own?.session ?? last, command: exchange.own?.command,
                        epoch: placement.epoch, purpose: request.purpose.rawValue, startedAt: exchange.startedAt,
                        key: key.text, keyHash: key.hash, principal: request.principal,
                        method: request.method.rawValue, url: request.url.description, headers: request.headers,
                        body: request.body), outcome
                ))
        }
        for place in sessions.indices {
            sessions[place].settings = redaction.redactSettings(sessions[place].settings)
        }
        commands = commands.map { $0.redacted(by: redaction) }
    }

    /// Writes everything to a new cassette, numbering sessions, commands and exchanges.
    package func write(onto cassette: Cassette) throws(CassetteError) {
        var sessionNumbers: [Int64: Int64] = [:], commandNumbers: [Int64: Int64] = [:]
        for session in sessions { sessionNumbers[session.id] = try cassette.beginSession(session) }
        for command in commands {
            var record = command.record
            record.session = sessionNumbers[record.session] ?? 0
            let id = try cassette.beginCommand(record)
            commandNumbers[command.record.id] = id
            for input in command.inputs { try cassette.add(input, to: id) }
            try cassette.appendOutput(command.output, to: .standardOutput, of: id)
            try cassette.appendOutput(command.errorOutput, to: .standardError, of: id)
            if let status = record.exitStatus { try cassette.finishCommand(id, exitStatus: status) }
        }
        for (request, outcome) in exchanges {
            var request = request
            request.session = sessionNumbers[request.session] ?? 0
            request.command = request.command.flatMap { commandNumbers[$0] }
            try cassette.complete(cassette.reserve(request), with: outcome)
        }
    }
}
