package import ExchangeModel

package struct SessionRecord: Sendable, Hashable {
    package var id: Int64 = 0
    package var startedAt: Timestamp
    /// The instance's origin, `http://sandbox.localhost`.
    package var instance: String
    /// The user who signs in; nil for a guest.
    package var user: String?
    /// The name of the session's time zone, and its rules in POSIX TZ format.
    package var zone: String
    package var zoneRules: String
    /// The terminal's width in columns; nil if output was not a terminal.
    package var width: Int?
    package var version: String
    package var policy: String
    /// Effective settings at the start (`format=columns` …), in order, as JSON.
    package var settings: String
    package var seed: Int64

    package init(
        startedAt: Timestamp, instance: String, user: String?, zone: String, zoneRules: String, width: Int?,
        version: String, policy: String, settings: String, seed: Int64
    ) {
        self.startedAt = startedAt
        self.instance = instance
        self.user = user
        self.zone = zone
        self.zoneRules = zoneRules
        self.width = width
        self.version = version
        self.policy = policy
        self.settings = settings
        self.seed = seed
    }
}

/// One executed command line.
package struct CommandRecord: Sendable, Hashable {
    package var id: Int64 = 0
    package var session: Int64
    package var line: String
    package var now: Timestamp
    /// Nil while it runs, or if the process died.
    package var exitStatus: Int?

    package init(session: Int64, line: String, now: Timestamp) {
        self.session = session
        self.line = line
        self.now = now
    }
}

/// An input of a command: a file, an answer at a prompt, a variable.
package struct InputRecord: Sendable, Hashable {
    /// `file`, `answer`, `secret`, `variable`, `setting`, `place`; for failed reads `file-failure`,
    /// `answer-interrupted` and so on.
    package var kind: String
    /// The typed path, the prompt, or the variable.
    package var name: String
    package var content: [UInt8]

    package init(kind: String, name: String, content: [UInt8]) {
        self.kind = kind
        self.name = name
        self.content = content
    }
}

/// The redacted request of an exchange, with its key.
package struct RequestRecord: Sendable, Hashable {
    package var session: Int64
    package var command: Int64?
    /// Nil for requests outside epochs: sign-in, schema, completion.
    package var epoch: Int64?
    package var purpose: String
    /// When it was reserved, just before sending.
    package var startedAt: Timestamp
    /// The request key's full text and its digest, which is indexed; equal digests are verified with the text.
    package var key: String
    package var keyHash: Int64
    /// The user in whose name it was sent, if known.
    package var principal: String?
    /// As sent, ignoring a method override.
    package var method: String
    package var url: String
    package var headers: HeaderFields
    package var body: [UInt8]?

    package init(
        session: Int64, command: Int64?, epoch: Int64?, purpose: String, startedAt: Timestamp, key: String,
        keyHash: Int64, principal: String?, method: String, url: String, headers: HeaderFields, body: [UInt8]?
    ) {
        self.session = session
        self.command = command
        self.epoch = epoch
        self.purpose = purpose
        self.startedAt = startedAt
        self.key = key
        self.keyHash = keyHash
        self.principal = principal
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// The redacted outcome of an exchange.
package enum OutcomeRecord: Sendable, Hashable {
    case response(HTTPResponse)
    /// A failure, without its cause.
    case failure(TransportFailure)
    /// Reserved and never completed: the process died during the request.
    case interrupted
}

/// One exchange on the tape. `id` is its sequence number.
package struct ExchangeRecord: Sendable, Hashable {
    package var id: Int64
    package var request: RequestRecord
    package var outcome: OutcomeRecord
}

/// What an exchange belongs to: a command, or the session if none sent it (completion).
package enum ExchangeOwner: Sendable, Hashable {
    case command(Int64)
    case session(Int64)
}

/// The stream of rendered output. The raw values are stored in cassettes.
package enum OutputStream: Int, Sendable, Hashable {
    case standardOutput = 1
    /// Notes, warnings, errors.
    case standardError = 2
}

/// The epochs that belong to one series of changes. Sessions follow each other in the shared range; a client that is
/// recorded at the same time as others has a range of its own, so its changes do not open epochs of the others.
package struct EpochRange: Sendable, Hashable {
    /// The range of sessions without a client's name.
    package static let shared = EpochRange(number: 0)

    /// More epochs than a tape can hold.
    private static let count: Int64 = 1_000_000_000
    /// So that every epoch is at most 2⁵³.
    private static let maxNumber: Int64 = 9_000_000

    package let start: Int64

    private init(number: Int64) { start = number * Self.count }

    /// - Parameter session: the client's first session on the tape.
    package init?(ofSession session: Int64) {
        guard (1...Self.maxNumber).contains(session) else { return nil }
        self.init(number: session)
    }

    /// The range of an epoch; for a number that no recording has, the shared one.
    package init(containing epoch: Int64) {
        let number = epoch / Self.count
        self.init(number: (0...Self.maxNumber).contains(number) ? number : 0)
    }

    package var end: Int64 { start + Self.count }

    /// An epoch as it is shown: counted from the start of its range.
    package static func shown(_ epoch: Int64) -> Int64 { epoch % count }

    package func contains(_ epoch: Int64) -> Bool { epoch >= start && epoch < end }
}

/// Names requests as they are read in order: `%:12.3` for the third of command 12, `request 17` if no command sent it.
package struct RequestNames {
    private var counts: [Int64: Int] = [:]

    package init() {}

    package mutating func next(_ exchange: Int64, of command: Int64?) -> String {
        guard let command else { return "request \(exchange)" }
        counts[command, default: 0] += 1
        return "%:\(command).\(counts[command] ?? 1)"
    }
}
