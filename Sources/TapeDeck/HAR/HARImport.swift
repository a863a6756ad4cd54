package import CassetteStore
package import ExchangeModel

/// HARs on their way onto a tape: what of it is taken, in which order, in whose name and in which epochs, redacted as a
/// recorder would. Nothing is written before all of it is known.
package struct HARImport: Sendable {
    /// What is wanted of it, and what is known of the place.
    package struct Wishes: Sendable {
        /// The instance whose exchanges are taken; nil for the one that most went to.
        package var instance: HTTPURL?
        /// The largest body, in bytes.
        package var bodyLimit: Int
        /// The version of Snowdeck.
        package var version: String
        /// Whether what is sent to an address belongs to signing in.
        package var isSignIn: @Sendable (HTTPURL) -> Bool

        /// Wishes of parts.
        package init(
            instance: HTTPURL?, bodyLimit: Int, version: String, isSignIn: @escaping @Sendable (HTTPURL) -> Bool
        ) {
            self.instance = instance
            self.bodyLimit = bodyLimit
            self.version = version
            self.isSignIn = isSignIn
        }
    }

    /// What was left out and changed.
    package private(set) var losses = HARLosses()
    /// The sessions that the tape will have.
    package private(set) var sessions: [SessionRecord] = []
    /// How many exchanges it will have.
    package var count: Int { exchanges.count }
    /// How many commands it will have: none, but of a file that Snowdeck wrote.
    package var commandCount: Int { commands.count }

    private var commands: [HAROwnLog.Command] = []
    private var exchanges: [(request: RequestRecord, outcome: OutcomeRecord)] = []

    /// Reads files whole; what they hold goes onto the tape in the order of its time. Secrets are looked for twice, so
    /// that one that only a later entry gives away is found in those before it too.
    package init(_ files: [HARFile], _ wishes: Wishes, secrets: SecretBook) throws(HARError) {
        let own = files.count == 1 ? files[0].own : nil
        let log = own.flatMap(HAROwnLog.init)
        if own != nil, log == nil { losses.add(.sessions) }
        for file in files where files.count > 1 && file.own != nil { losses.add(.merged, at: file.name ?? "") }
        var selection = HARSelection(log, wishes.instance)
        for file in files { selection.read(file, &losses) }
        selection.choose(&losses)
        var taken = selection.taken
        guard let first = taken.first else {
            throw HARError(
                .nothingLeft,
                files.allSatisfy { $0.count == 0 }
                    ? "It holds no entry." : "None of its entries can be taken onto a tape.",
                notes: losses.sentences)
        }
        for exchange in taken { try Self.admit(exchange, wishes.bodyLimit) }
        let user = log == nil ? HARPeople(isSignIn: wishes.isSignIn).name(&taken) : nil
        sessions =
            log?.sessions ?? [
                SessionRecord(
                    startedAt: first.startedAt, instance: selection.instance ?? first.request.url.origin, user: user,
                    zone: "UTC", zoneRules: "UTC0", width: nil, version: wishes.version,
                    policy: TapePolicy.standard.text, settings: "{}", seed: 0)
            ]
        commands = log?.commands ?? []
        for exchange in taken { for change in Set(exchange.changes) { losses.add(change, at: exchange.place) } }
        redact(taken, Redaction(secrets: secrets))
    }

    private static func admit(_ exchange: HARExchange, _ limit: Int) throws(HARError) {
        var sizes = [("request", exchange.request.body?.count ?? 0)]
        if case .response(let response) = exchange.outcome { sizes.append(("answer", response.body.count)) }
        for (what, size) in sizes where size > limit {
            throw HARError(
                .tooLarge,
                "The \(what) of \(exchange.name) has a body of \(size) bytes, and \(limit) are taken."
            )
        }
    }

    private mutating func redact(_ taken: [HARExchange], _ redaction: Redaction) {
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

    /// Puts everything onto a new cassette. Sessions, commands and exchanges are numbered as they come there.
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
