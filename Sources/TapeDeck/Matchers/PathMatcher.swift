/// The path, byte by byte.
struct PathMatcher: Matcher {
    static let name = "path"
    static let weight = 30

    func write(_ parts: RequestParts, to lines: inout KeyLines) { lines.add(Self.name, parts.path) }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        guard !asked.path.isSame(as: recorded.path) else { return nil }
        return Mismatch(
            Self.name, [.init("path", recorded: recorded.path, asked: asked.path)],
            likeness: Likeness.ofPaths(asked.path, recorded.path))
    }
}
