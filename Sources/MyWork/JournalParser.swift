import ExchangeModel
import NowData

/// Parses the display value of a journal into its entries.
///
/// Entries are newest first, each with a header, its text and an empty line. A text may contain what looks like a
/// header. A line counts as one only after an empty line, with as many numbers in its time as the first header, with a
/// label of the column, and at most an hour later than the header before (clocks are set back by an hour).
struct JournalParser {
    /// Text without any header is one entry without an author, so that nothing is lost.
    private(set) var entries: [JournalEntry] = []
    private let bytes: [UInt8]
    private let kind: JournalKind?
    private var labels: Set<String> = []
    private var head: JournalHeader?
    private var latest: Timestamp?
    private var numbers: Int?
    private var start = 0

    /// - Parameter column: the column the text is from.
    init(_ text: String, of column: String) {
        bytes = Array(text.utf8)
        kind = column == Self.both ? nil : JournalKind(column: column)
        read()
    }

    /// The entries displayed by a record: from the combined column, else comments and work notes merged by time.
    static func entries(displayedBy row: TableRow) -> [JournalEntry] {
        func entries(_ column: String) -> [JournalEntry] {
            JournalParser(row[column]?.display ?? "", of: column).entries
        }
        let all = entries(both)
        if !all.isEmpty { return all }
        let separate = entries("work_notes") + entries("comments")
        let timed = separate.enumerated().map { (moment: Timestamp(glideText: $0.element.shownTime), place: $0) }
        guard timed.allSatisfy({ $0.moment != nil }) else { return separate }
        return timed.sorted { left, right in
            guard let first = left.moment, let second = right.moment, first != second else {
                return left.place.offset < right.place.offset
            }
            return first > second
        }.map(\.place.element)
    }

    /// The columns that display entries, the combined one first.
    static let columns = [both, "work_notes", "comments"]
    private static let both = "comments_and_work_notes"

    private mutating func read() {
        var place = 0
        var isAfterEmptyLine = true
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: Self.lineFeed) ?? bytes.count
            var line = bytes[place..<end]
            if line.last == Self.carriageReturn { line.removeLast() }
            let next = min(end + 1, bytes.count)
            if isAfterEmptyLine, let found = JournalHeader(line), isHead(found) {
                finish(at: place)
                begin(found, at: next)
            }
            isAfterEmptyLine = line.isEmpty
            place = next
        }
        finish(at: bytes.count)
    }

    private func isHead(_ found: JournalHeader) -> Bool {
        if let numbers, found.numbers != numbers { return false }
        if let latest, let moment = found.moment, moment > latest.advanced(bySeconds: Self.hour) { return false }
        return labels.contains(found.label) || labels.count < (kind == nil ? 2 : 1)
    }

    private mutating func begin(_ found: JournalHeader, at place: Int) {
        head = found
        start = place
        numbers = found.numbers
        latest = found.moment
        labels.insert(found.label)
    }

    private mutating func finish(at end: Int) {
        var text = bytes[start..<end]
        // The line end of the text's last line, and the empty line after it.
        for _ in 0..<2 where text.last == Self.lineFeed {
            text.removeLast()
            if text.last == Self.carriageReturn { text.removeLast() }
        }
        guard head != nil || text.contains(where: { $0 > 0x20 }) else { return }
        entries.append(
            JournalEntry(
                kind: kind ?? head.map { JournalKind(label: $0.label) } ?? .other(""), author: head?.author ?? "",
                text: String(decoding: text, as: UTF8.self), shownTime: head?.time ?? "", created: nil))
    }

    private static let hour: Int64 = 3600
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
