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
