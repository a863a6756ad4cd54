/// The instance: scheme, host and port, without a port of this machine.
struct OriginMatcher: Matcher {
    static let name = "origin"
    static let weight = 10

    func write(_ parts: RequestParts, to lines: inout KeyLines) { lines.add(Self.name, parts.origin) }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        asked.origin.isSame(as: recorded.origin)
            ? nil : Mismatch(Self.name, [.init("instance", recorded: recorded.origin, asked: asked.origin)])
    }
}
