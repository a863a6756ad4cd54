import ExchangeModel
import NowData

/// Takes a journal's display apart into its entries.
///
/// An entry is a head, its text and an empty line, newest first. A text may hold what looks like a head. It is taken for
/// one only after an empty line, with as many numbers in its time as the first head has, under a label that the column
/// has, and no more than an hour (that clocks are set back by) later than the head before.
struct JournalText {
    /// Entries in their order. Text without any head is one entry of no one, so that none is lost.
    private(set) var entries: [JournalEntry] = []
    private let bytes: [UInt8]
    private let kind: JournalKind?
    private var labels: Set<String> = []
    private var head: JournalHeader?
    private var latest: Timestamp?
    private var numbers: Int?
    private var start = 0

    /// - Parameter column: whose display it is.
    init(_ text: String, of column: String) {
        bytes = Array(text.utf8)
        kind = column == Self.both ? nil : JournalKind(column: column)
        read()
    }

    /// What a record displays of its journals: the column that holds both, else comments and work notes by time.
    static func entries(displayedBy row: TableRow) -> [JournalEntry] {
        func entries(_ column: String) -> [JournalEntry] {
            JournalText(row[column]?.display ?? "", of: column).entries
        }
        let all = entries(both)
        if !all.isEmpty { return all }
        let apart = entries("work_notes") + entries("comments")
        let timed = apart.enumerated().map { (moment: Timestamp(glideText: $0.element.shownTime), place: $0) }
        guard timed.allSatisfy({ $0.moment != nil }) else { return apart }
        return timed.sorted { left, right in
            guard let first = left.moment, let second = right.moment, first != second else {
                return left.place.offset < right.place.offset
            }
            return first > second
        }.map(\.place.element)
    }

    /// The columns that display entries, the one for both kinds first.
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
        // The end of the text's own last line, and the empty line behind it.
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
