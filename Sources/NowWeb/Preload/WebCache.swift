/// What a session keeps of an instance's assets, by address and in memory: answers that may be used again, with what says
/// how long (RFC 9111). Pages say `no-store` and are never in it.
///
/// It belongs to one session and begins empty with it, so that a replay finds in it what the recording found.
package final class WebCache: Sendable {
    /// An empty cache of at most so many bytes; what was used longest ago goes first.
    package init(limit: Int = 64 << 20) {}
}
