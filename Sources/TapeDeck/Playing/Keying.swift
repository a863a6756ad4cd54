import CassetteStore

/// How requests are keyed for one tape: one way for each set of matchers its sessions were recorded with, and the index
/// that finds them.
struct Keying: Sendable {
    /// A set of matchers, and where their keys are looked up.
    struct Way: Sendable {
        var matchers: [any Matcher]
        var index: any KeyIndex
    }

    /// Usually one; none for a tape without a session.
    let ways: [Way]

    /// Reads the policies of a tape's sessions. A tape that names newer rules, or matchers that are not known, cannot be
    /// played: its requests would silently be looked for by other rules than they were recorded by.
    init(of cassette: Cassette) throws(CassetteError) {
        var ways: [Way] = []
        var seen: Set<[String]> = []
        for session in try cassette.sessions() {
            guard let policy = TapePolicy(session.policy), let matchers = Matchers.named(policy.matchers) else {
                throw CassetteError(
                    .newer, path: cassette.path,
                    "Session \(session.id) of the tape was recorded by rules that this version does not know.")
            }
            guard policy.keyVersion <= RequestKey.version else {
                throw CassetteError(
                    .newer, path: cassette.path,
                    "Session \(session.id) of the tape was recorded by a newer version, with request keys of version "
                        + "\(policy.keyVersion); this one knows version \(RequestKey.version).")
            }
            let isCurrent = policy.keyVersion == RequestKey.version
            guard seen.insert(matchers.map(\.name) + [isCurrent ? "tape" : "memory"]).inserted else { continue }
            let index: any KeyIndex =
                isCurrent ? TapeIndex(cassette: cassette) : try MemoryIndex(of: cassette, by: matchers)
            ways.append(Way(matchers: matchers, index: index))
        }
        self.ways = ways
    }
}
