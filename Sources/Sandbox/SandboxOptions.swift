package import ExchangeModel

/// How a sandbox is made.
package struct SandboxOptions: Sendable {
    /// Wire time: the `Date` line, the life of cookies and sessions. The instance's own time, in which records are
    /// created and changed, is fixed and advances with every write.
    package var clock: any Clock
    /// Two sandboxes of the same seed give the same identifiers to new records, sessions and transactions.
    package var seed: UInt64
    /// The file that keeps the records; nil keeps them in memory, for the life of the instance.
    package var file: String?
    /// What the instance gets wrong on purpose.
    package var faults: [Fault] = []
    /// How many requests an hour it takes; without any, as many as come.
    package var rateLimits: [RateLimitRule] = []

    /// A sandbox in memory unless a file is named.
    package init(clock: any Clock, seed: UInt64 = 1, file: String? = nil) {
        self.clock = clock
        self.seed = seed
        self.file = file
    }
}
