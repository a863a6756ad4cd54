/// The user in whose name the request is sent.
struct PrincipalMatcher: Matcher {
    static let name = "principal"
    static let weight = 5

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        if let principal = parts.principal { lines.add(Self.name, principal) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        asked.principal.map { Array($0.utf8) } == recorded.principal.map { Array($0.utf8) }
            ? nil : Mismatch(Self.name, [.init("user", recorded: recorded.principal, asked: asked.principal)])
    }
}
