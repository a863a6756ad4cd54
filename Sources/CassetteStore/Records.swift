package import ExchangeModel

/// One sitting at the prompt, as the tape holds it.
package struct SessionRecord: Sendable, Hashable {
    package var id: Int64 = 0
    package var startedAt: Timestamp
    /// The instance's origin, `http://sandbox.localhost`.
    package var instance: String
    /// Who was to be signed in; nil for a guest.
    package var user: String?
    /// Name of the zone in which moments are shown, and its rules as a POSIX TZ text.
    package var zone: String
    package var zoneRules: String
    /// Columns of the terminal; nil when output went elsewhere.
    package var width: Int?
    package var version: String
    package var policy: String
    /// Effective settings at the start (`format=columns` …), in order, as JSON text.
    package var settings: String
    /// From this, generated identifiers of the session are derived.
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

/// One command line that was run.
package struct CommandRecord: Sendable, Hashable {
    package var id: Int64 = 0
    package var session: Int64
    package var line: String
    package var now: Timestamp
    /// Nil while it runs, or when the process died under it.
    package var exitStatus: Int?

    package init(session: Int64, line: String, now: Timestamp) {
        self.session = session
        self.line = line
        self.now = now
    }
}

/// Something a command read from outside: a file, an answer at a prompt, a variable.
package struct InputRecord: Sendable, Hashable {
    /// `file`, `answer`, `secret`, `variable`, `setting`, `place`; `file-failure`, `answer-interrupted` and their like
    /// when nothing was read.
    package var kind: String
    /// The path as it was typed, the question, the name.
    package var name: String
    package var content: [UInt8]

    package init(kind: String, name: String, content: [UInt8]) {
        self.kind = kind
        self.name = name
        self.content = content
    }
}

/// The request's half of an exchange, redacted, with what finds it again.
package struct RequestRecord: Sendable, Hashable {
    package var session: Int64
    /// Nil for traffic that belongs to no command (completion).
    package var command: Int64?
    /// Nil for traffic outside epochs: sign-in, schema, completion.
    package var epoch: Int64?
    package var purpose: String
    /// When it was reserved, just before it was sent.
    package var startedAt: Timestamp
    /// The request key's full text and its digest; the digest is the index, the text decides.
    package var key: String
    package var keyHash: Int64
    /// The user in whose name it was sent, as far as known.
    package var principal: String?
    /// As it was sent, not the one that an override makes of it.
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

/// The other half: an answer or a failure, redacted.
package enum OutcomeRecord: Sendable, Hashable {
    case response(HTTPResponse)
    /// Why there was none; without its cause.
    case failure(TransportFailure)
    /// Reserved, never completed: the process died while it was in flight.
    case interrupted
}

/// One whole exchange as it is on the tape. `id` is its sequence number.
package struct ExchangeRecord: Sendable, Hashable {
    package var id: Int64
    package var request: RequestRecord
    package var outcome: OutcomeRecord

    package init(id: Int64, request: RequestRecord, outcome: OutcomeRecord) {
        self.id = id
        self.request = request
        self.outcome = outcome
    }
}

/// Where rendered output went. The numbers are stored in cassettes.
package enum OutputStream: Int, Sendable, Hashable {
    case standardOutput = 1
    /// Everything else: notes, problems.
    case standardError = 2
}
