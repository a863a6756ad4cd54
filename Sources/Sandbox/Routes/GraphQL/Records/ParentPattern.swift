/// `$$parent.column$$` in the arguments of a query that a row asks.
enum ParentPattern {
    private static let opening = "$$parent."
    private static let closing = "$$"

    /// The text with what `value` gives for each column that it names so.
    static func filled(_ text: String, _ value: (String) throws -> String) rethrows -> String {
        var out = ""
        var rest = text[...]
        while let start = rest.firstRange(of: opening),
            let end = rest[start.upperBound...].firstRange(of: closing)
        {
            out += rest[..<start.lowerBound]
            out += try value(String(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return out + rest
    }
}
