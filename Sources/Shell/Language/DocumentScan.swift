import Notation

/// How far the scan of a document has come.
struct DocumentScan {
    /// Where the text begins that no piece holds yet.
    var runStart: Int
    /// The brackets that are open.
    var open: [Int] = []
    /// Where names stand behind `...`.
    private(set) var spreads: [Range<Int>] = []
    /// Names behind `fragment`.
    private(set) var fragments: Set<String> = []
    private var dots = 0
    private var last = ""

    init(runStart: Int) { self.runStart = runStart }

    /// Whether a name that comes now says something about fragments; names elsewhere are passed over byte by byte.
    var takesName: Bool { dots == 3 || open.isEmpty }

    mutating func took(_ name: String, at place: Range<Int>) {
        if dots == 3, name != "on" { spreads.append(place) }
        if open.isEmpty, last == "fragment" { fragments.insert(name) }
        dots = 0
        last = name
    }

    mutating func saw(_ byte: UInt8) {
        if byte == .dot {
            dots = dots == 3 ? 1 : dots + 1
        } else if !ASCII.isSpace(byte), byte != .comma {
            dots = 0
            last = ""
        }
    }

    func run(upTo end: Int, of lexer: Lexer) -> [Word.Piece] {
        end > runStart ? [.text(lexer.text(runStart..<end), span: runStart..<end, quoted: true)] : []
    }
}
