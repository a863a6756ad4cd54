package import LineEditing

/// Where a performance has its keys from, and how it waits for them.
package protocol PerformanceKeys: Sendable {
    /// The next key; nil when so many microseconds have passed without one. Without a limit it waits for as long as it takes.
    func next(within microseconds: Int64?) async -> TerminalKey?
}
