/// `$$parent.column$$` in the arguments of a query that a row asks.
enum ParentPattern {
    private static let opening = "$$parent."
    private static let closing = "$$"

    /// The columns that a text names so.
    static func columns(in text: String) -> [String] { pieces(text).filter(\.isColumn).map { String($0.text) } }

    /// The text with the values of the columns; a column that is not there is empty.
    static func filled(_ text: String, from row: [String: String]) -> String {
        pieces(text).map { $0.isColumn ? row[String($0.text)] ?? "" : String($0.text) }.joined()
    }

    private static func pieces(_ text: String) -> [(text: Substring, isColumn: Bool)] {
        var pieces: [(Substring, Bool)] = []
        var rest = text[...]
        while let start = rest.firstRange(of: opening),
            let end = rest[start.upperBound...].firstRange(of: closing)
        {
            pieces.append((rest[..<start.lowerBound], false))
            pieces.append((rest[start.upperBound..<end.lowerBound], true))
            rest = rest[end.upperBound...]
        }
        pieces.append((rest, false))
        return pieces
    }
}
