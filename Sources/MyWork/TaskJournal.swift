public import ExchangeModel

/// The newest entries of a task's journals.
public struct TaskJournal: Sendable, Hashable {
    /// Newest first.
    public let entries: [JournalEntry]
    /// Where they were read.
    public let source: JournalSource
    /// How many entries there are in all; nil when the instance did not say.
    public let total: Int?
    /// How many of those that were asked for may not be read.
    public let withheld: Int

    /// A journal of these.
    public init(entries: [JournalEntry], source: JournalSource, total: Int?, withheld: Int = 0) {
        self.entries = entries
        self.source = source
        self.total = total
        self.withheld = withheld
    }
}

/// One entry of a task's journals.
public struct JournalEntry: Sendable, Hashable {
    /// What sort of entry it is.
    public let kind: JournalKind
    /// Who wrote it: the user name where the entry itself was read, what people call them where it is the record's
    /// display.
    public let author: String
    /// What was written.
    public let text: String
    /// When, as the instance shows it to the user who asks; in a display it is all there is, in that user's zone and format.
    public let shownTime: String
    /// When; nil where only a display is known.
    public let created: Timestamp?

    /// An entry of these.
    public init(kind: JournalKind, author: String, text: String, shownTime: String, created: Timestamp?) {
        self.kind = kind
        self.author = author
        self.text = text
        self.shownTime = shownTime
        self.created = created
    }
}

/// What sort of entry a journal holds.
public enum JournalKind: Sendable, Hashable {
    /// For those who work on the task.
    case workNote
    /// For the one who asked for it as well.
    case comment
    /// An entry of another journal, by its column or by what people call it.
    case other(String)

    /// The kind of the entries of a column.
    public init(column: String) {
        switch column {
        case "work_notes": self = .workNote
        case "comments": self = .comment
        default: self = .other(column)
        }
    }

    /// The kind that the instance's own display names, as far as it names it in English.
    init(label: String) {
        let name = label.lowercased()
        switch name {
        case "work notes": self = .workNote
        case _ where name.hasPrefix("additional comments") || name == "comments": self = .comment
        default: self = .other(label)
        }
    }

    /// The column that holds such entries; for other journals what they go by.
    public var column: String {
        switch self {
        case .workNote: "work_notes"
        case .comment: "comments"
        case .other(let name): name
        }
    }
}

/// Where a task's journal was read.
public enum JournalSource: String, Sendable, Hashable, CaseIterable {
    /// The entries themselves, as records. Most users may not read them.
    case table = "sys_journal_field"
    /// What the task's own record displays of them. An entry whose text holds what looks like the head of an older one
    /// after an empty line cannot be told from two.
    case record = "task"
}

/// The line above an entry in a journal's display: `2024-05-01 09:30:00 - Abel Tuter (Work notes)`.
struct JournalHeader: Hashable {
    /// As it stands there, in the user's own format.
    let time: String
    let author: String
    let label: String
    let numbers: Int

    /// Reads a line; nil when it is none of that form.
    init?(_ line: ArraySlice<UInt8>) {
        guard line.last == UInt8(ascii: ")"), let open = Self.open(in: line), open > line.startIndex,
            line[open - 1] == Self.space, let dash = Self.dash(in: line[..<open])
        else { return nil }
        let time = line[..<dash]
        let numbers = Self.numbers(in: time)
        // A date alone has three numbers; longer texts are no time.
        guard (3...8).contains(numbers), time.count <= 48 else { return nil }
        // The blank after the dash and the one before the bracket are one and the same when there is no name.
        let author = dash + 3 < open - 1 ? line[(dash + 3)..<(open - 1)] : []
        self.time = String(decoding: time, as: UTF8.self)
        self.author = String(decoding: author, as: UTF8.self)
        label = String(decoding: line[(open + 1)..<(line.endIndex - 1)], as: UTF8.self)
        self.numbers = numbers
        if label.isEmpty { return nil }
    }

    /// The moment without its zone, for comparing; nil in another format than the instance's own.
    var moment: Timestamp? { Timestamp(glideText: time) }

    private static let space = UInt8(ascii: " ")

    /// The bracket that the last one closes: a label may hold brackets.
    private static func open(in line: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for place in line.indices.reversed() {
            if line[place] == UInt8(ascii: ")") { depth += 1 }
            if line[place] == UInt8(ascii: "(") { depth -= 1 }
            if depth == 0 { return place }
        }
        return nil
    }

    /// The first dash with blanks around it: a date has dashes without.
    private static func dash(in line: ArraySlice<UInt8>) -> Int? {
        var place = line.startIndex
        while place + 3 <= line.endIndex {
            if line[place] == space, line[place + 1] == UInt8(ascii: "-"), line[place + 2] == space { return place }
            place += 1
        }
        return nil
    }

    private static func numbers(in time: ArraySlice<UInt8>) -> Int {
        var count = 0
        var isInNumber = false
        for byte in time {
            let isDigit = byte &- UInt8(ascii: "0") < 10
            if isDigit, !isInNumber { count += 1 }
            isInNumber = isDigit
        }
        return count
    }
}
