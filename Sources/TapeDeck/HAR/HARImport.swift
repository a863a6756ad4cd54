package import CassetteStore
package import ExchangeModel
import Notation

/// Imports HAR files: which exchanges, in what order, for which principal and epoch, redacted as by a recorder. Nothing
/// is written before everything is known.
package struct HARImport: Sendable {
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

    package private(set) var losses = HARLosses()
    package private(set) var sessions: [SessionRecord] = []
    package var count: Int { exchanges.count }
    /// Zero unless Snowdeck wrote a file.
    package var commandCount: Int { commands.count }

    private var commands: [TapedCommand] = []
    private var exchanges: [(request: RequestRecord, outcome: OutcomeRecord)] = []

    /// Reads whole files; exchanges are ordered by time. Secrets are collected first, so that one that only a later
    /// entry reveals is redacted in earlier entries too.
    package init(_ files: [HARFile], _ options: Options, secrets: SecretBook) throws(HARError) {
        let own = files.count == 1 ? files[0].own : nil
        let log = own.flatMap(HARExtensionLog.init)
        if own != nil, log == nil { losses.add(.sessions) }
        for file in files where files.count > 1 && file.own != nil { losses.add(.merged, at: file.name ?? "") }
        var selection = HARSelection(log, options.instance)
        for file in files { selection.read(file, &losses) }
        selection.choose(&losses)
        var taken = selection.taken
        guard let first = taken.first else {
            throw HARError(
                .nothingLeft,
                files.allSatisfy { $0.count == 0 }
                    ? "It has no entries." : "None of its entries can be imported.",
                notes: losses.sentences)
        }
        for exchange in taken { try Self.admit(exchange, options.bodyLimit) }
        let user = log == nil ? HARPrincipals(isSignIn: options.isSignIn).name(&taken) : nil
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

/// What an import or export left out or changed: how often, and the first places, by kind.
package struct HARLosses: Sendable, Hashable {
    package enum Kind: Int, Sendable, Hashable, CaseIterable {
        /// Entries that are not imported.
        case unreadable, notHTTP, otherHost, noAnswer, webSocket, serviceWorker, partial, cached, bodyMissing, repeated
        /// Entries that are changed by the import.
        case decoded, textForm, connectionLines, headers, cookies, formParts, fileParts, contentType, keptBody, timings
        case order, epochs, sessions, merged
        /// Placeholders for credentials.
        case secrets
        /// What HAR cannot represent, on export.
        case noOutcome, binary, commands

        fileprivate var phrase: (before: String, behind: String) {
            switch self {
            case .unreadable: ("Left out: ", " that cannot be read")
            case .notHTTP: ("Left out: ", " to something else than HTTP")
            case .otherHost: ("Left out: ", " to other hosts")
            case .noAnswer: ("Left out: ", " without an answer")
            case .webSocket: ("Left out: ", " of WebSockets")
            case .serviceWorker: ("Left out: ", " answered by a service worker")
            case .partial: ("Left out: ", " that fetched a part (206)")
            case .cached: ("Left out: ", " that the browser answered from its cache")
            case .bodyMissing: ("Left out: ", " whose answer's body is not in the file")
            case .repeated: ("Left out: ", " that an earlier file holds too")
            case .decoded: ("Content-Encoding dropped, as a HAR holds bodies decoded: ", "")
            case .textForm: ("Content-Type changed to UTF-8, as a HAR holds text: ", "")
            case .connectionLines: ("Connection header fields dropped (Host, Content-Length): ", "")
            case .headers: ("Invalid header fields dropped: ", "")
            case .cookies: ("Cookie header fields created from the cookies in the file: ", "")
            case .formParts: ("Bodies rebuilt from the fields of a form: ", "")
            case .fileParts: ("Uploaded files that are not in the HAR, imported empty: ", "")
            case .contentType: ("Content-Type taken from the content's mimeType: ", "")
            case .keptBody: ("Bodies of 304 responses dropped: ", "")
            case .timings: ("Impossible times, dropped: ", "")
            case .order: ("Sorted by time: ", "")
            case .epochs: ("Epochs renumbered: ", "")
            case .sessions: ("Unreadable _snowdeck members skipped: ", "")
            case .merged: ("Left out of several files: the commands that Snowdeck wrote into ", "")
            case .secrets: ("Secrets replaced by placeholders: ", "")
            case .noOutcome: ("Failed requests, exported with status 0: ", "")
            case .binary: ("Binary bodies, written in base64: ", "")
            case .commands: ("Commands with input and output, which only Snowdeck reads: ", "")
            }
        }

        fileprivate var noun: (one: String, many: String) {
            switch self {
            case .commands: ("command", "commands")
            case .sessions: ("place", "places")
            case .merged: ("file", "files")
            default: ("entry", "entries")
            }
        }
    }

    private static let maxPlaces = 3

    private struct Found: Hashable {
        var count = 0
        var places: [String] = []
    }

    private var found: [Kind: Found] = [:]

    package init() {}

    package func count(of sort: Kind) -> Int { found[sort]?.count ?? 0 }

    mutating func add(_ sort: Kind, at place: @autoclosure () -> String = "") {
        found[sort, default: Found()].count += 1
        guard found[sort, default: Found()].places.count < Self.maxPlaces else { return }
        let place = place()
        if !place.isEmpty { found[sort]?.places.append(place) }
    }

    package var sentences: [String] {
        Kind.allCases.compactMap { sort in
            guard let found = found[sort] else { return nil }
            let (before, behind) = sort.phrase
            let noun = found.count == 1 ? sort.noun.one : sort.noun.many
            let more = found.count - found.places.count
            let rest = more > 0 && !found.places.isEmpty ? [" and \(more) more"] : []
            let places = found.places.isEmpty ? "" : ": " + found.places.joined(separator: ", ") + rest.joined()
            return "\(before)\(found.count) \(noun)\(behind)\(places)."
        }
    }
}
