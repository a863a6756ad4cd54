/// A text as sent or typed, and as stored on a tape. In the source `‹hunter2|password-1›` is a secret and its
/// placeholder; `‹12|"token-1"›` is quoted on the tape only.
struct MarkedText: Sendable, CustomStringConvertible {
    let description: String
    private(set) var sent = ""
    private(set) var kept = ""

    init(_ source: String) {
        description = source
        for (number, piece) in source.split(separator: "‹", omittingEmptySubsequences: false).enumerated() {
            var rest = piece
            if number > 0, let bar = piece.firstIndex(of: "|"), let end = piece.firstIndex(of: "›") {
                let placeholder = piece[piece.index(after: bar)..<end]
                sent += piece[..<bar]
                kept += placeholder.prefix { !$0.isLetter } + "REDACTED-" + placeholder.drop { !$0.isLetter }
                rest = piece[piece.index(after: end)...]
            }
            sent += rest
            kept += rest
        }
    }

    /// One for each line.
    static func lines(_ source: String) -> [MarkedText] { source.split(separator: "\n").map { MarkedText(String($0)) } }
}
