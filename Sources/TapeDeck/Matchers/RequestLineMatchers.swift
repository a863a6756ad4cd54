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

/// The header lines that can change an answer.
struct HeadersMatcher: Matcher {
    static let name = "headers"
    static let weight = 5

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.headers { lines.add("header", field.name + ": " + field.normal) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        FieldDifferences.mismatch(Self.name, asked: asked.headers, recorded: recorded.headers) { _, _ in nil }
    }
}

/// How alike two parts of requests are, from 0 to 1. Only the ranking of nearest exchanges rests on it.
enum Likeness {
    /// The share of path segments that are at the same place, counted from both ends.
    static func ofPaths(_ left: String, _ right: String) -> Double {
        let left = left.split(separator: "/"), right = right.split(separator: "/")
        let longer = max(left.count, right.count)
        guard longer > 0 else { return 1 }
        let front = zip(left, right).prefix { $0 == $1 }.count
        let back = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        return Double(min(front + back, longer)) / Double(longer)
    }
}
