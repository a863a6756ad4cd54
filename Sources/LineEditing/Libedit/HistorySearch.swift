/// An incremental search: the newest line that holds what was typed, whatever the case of its letters, then older ones.
struct HistorySearch {
    private(set) var query = ""
    /// The line found last; it stays while nothing else is found.
    private(set) var found: String?
    /// Whether nothing holds the query.
    private(set) var failed = false
    private var place = 0

    /// What stands before the line while searching.
    var prompt: String { failed ? "no older line with '\(query)': " : "search '\(query)': " }

    /// Adds a character to the query.
    mutating func add(_ scalar: Unicode.Scalar, in walk: inout HistoryWalk) {
        query.unicodeScalars.append(scalar)
        look(from: place, in: &walk)
    }

    /// Takes the last character back and begins again with the newest line.
    mutating func removeLast(in walk: inout HistoryWalk) {
        if query.isEmpty { return }
        query.unicodeScalars.removeLast()
        if query.isEmpty {
            found = nil
            failed = false
            place = 0
        } else {
            look(from: 0, in: &walk)
        }
    }

    /// Goes on to older lines.
    mutating func goOn(in walk: inout HistoryWalk) {
        if !query.isEmpty { look(from: place + 1, in: &walk) }
    }

    private mutating func look(from start: Int, in walk: inout HistoryWalk) {
        let wanted = query.utf8.map(Self.folded)
        var next = start
        while let line = walk.entry(next) {
            if line != found || next == place, Self.holds(line, wanted) {
                place = next
                found = line
                failed = false
                return
            }
            next += 1
        }
        failed = true
    }

    private static func holds(_ line: String, _ wanted: [UInt8]) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            guard bytes.count >= wanted.count else { return false }
            for start in 0...(bytes.count - wanted.count) {
                var length = 0
                while length < wanted.count, folded(bytes[start + length]) == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            return false
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
