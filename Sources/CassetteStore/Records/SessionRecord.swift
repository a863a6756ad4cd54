package import ExchangeModel

/// One sitting at the prompt, as the tape holds it.
package struct SessionRecord: Sendable, Hashable {
    /// The session's number; 0 before it is on a tape.
    package var id: Int64 = 0
    /// When the first command or exchange came.
    package var startedAt: Timestamp
    /// The instance's origin, `http://sandbox.localhost`.
    package var instance: String
    /// Who was to be signed in; nil for a guest.
    package var user: String?
    /// Name of the zone in which moments are shown, and its rules as a POSIX TZ text.
    package var zone: String
    /// The zone's rules.
    package var zoneRules: String
    /// Columns of the terminal; nil when output went elsewhere.
    package var width: Int?
    /// Version of Snowdeck that recorded.
    package var version: String
    /// Matchers, redactors and key version as JSON text.
    package var policy: String
    /// Effective settings at the start (`format=columns` …), in order, as JSON text.
    package var settings: String
    /// From this, generated identifiers of the session are derived.
    package var seed: Int64

    /// A session that begins.
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
