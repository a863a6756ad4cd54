/// The method that counts.
struct MethodMatcher: Matcher {
    static let name = "method"
    static let weight = 15

    func write(_ parts: RequestParts, to lines: inout KeyLines) { lines.add(Self.name, parts.method) }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        asked.method.isSame(as: recorded.method)
            ? nil : Mismatch(Self.name, [.init("method", recorded: recorded.method, asked: asked.method)])
    }
}
