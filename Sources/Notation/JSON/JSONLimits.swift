/// What a document may at most be.
public struct JSONLimits: Sendable {
    /// How deep arrays and objects may be nested. Reading needs no stack, but owned trees are built, compared and
    /// written level by level, so no more than 2048 levels are ever accepted.
    public var depth: Int

    /// Limits with that depth; 512 unless said otherwise.
    public init(depth: Int = 512) { self.depth = depth }

    /// What an answer from an instance is read with.
    public static let standard = JSONLimits()

    /// The depth that counts.
    var effectiveDepth: Int { min(depth, 2048) }
}
