package import ExchangeModel

/// How a sandbox is made.
package struct SandboxOptions: Sendable {
    /// Wire time: the `Date` line, the life of cookies and sessions.
    package var clock: any Clock
    /// Two sandboxes of the same seed give the same identifiers to new records, sessions and transactions.
    package var seed: UInt64
    /// The file that keeps the records; nil keeps them in memory, for the life of the instance.
    package var file: String?
    /// What the instance gets wrong on purpose.
    package var faults: [Fault] = []
    /// How many requests an hour it takes; without any, as many as come.
    package var rateLimits: [RateLimitRule] = []
    /// How many steps of SQLite's machine one request may take, a batch as a whole; a database larger than that of the
    /// seeds gives more. Instances give a request a minute; what a sandbox answers must not depend on how fast it runs,
    /// so work is counted instead of time.
    package var steps = 50_000_000
    /// How many records a table has at least, by its name; what is lacking is made up.
    package var rows: [String: Int] = [:]
    /// How the instance's own time passes, in which records are created and changed.
    package enum Time: Sendable, Hashable {
        /// It stands still while nobody writes, and every write is a second later.
        case frozen
        /// It is that many seconds ahead of the clock.
        case running(ahead: Int64)
    }

    /// How the instance's own time passes. It never goes back: a file that is there goes on where it stopped, or later.
    package var time = Time.frozen
    /// Where the instance's own time begins. The seeds are as old as ever, seen from here.
    package var start = usualStart
    /// The zone of the users who chose none; nil is the instance's, US/Pacific.
    package var userZone: TimeZoneRule?

    /// How long access tokens live, in seconds; nil leaves it to the application that asks for one.
    package var tokenLifetime: Int64?
    /// How long a session lives without a request, in seconds.
    package var sessionLifetime: Int64 = 1800
    /// What it does with whoever asks for a page and is not signed in.
    package var pageSignIn = PageSignIn.form

    /// The version of the instance: pages name it (`g_builddate`), and the addresses of their assets carry it.
    package var build = usualBuild

    /// The version of an instance that is told none.
    package static let usualBuild = "08-07-2025_0908"

    /// A Monday morning in the instance's zone.
    package static let usualStart = Timestamp(
        seconds: CivilTime(year: 2025, month: 3, day: 3, hour: 16).secondsSince1970)

    /// A sandbox in memory unless a file is named.
    package init(clock: any Clock, seed: UInt64 = 1, file: String? = nil) {
        self.clock = clock
        self.seed = seed
        self.file = file
    }
}
