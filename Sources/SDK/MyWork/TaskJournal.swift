public import ExchangeModel
package import NowData

/// The newest entries of a task's journals.
public struct TaskJournal: Sendable, Hashable {
    /// Newest first.
    public let entries: [JournalEntry]
    /// Where the entries were read from.
    public let source: JournalSource
    /// The total number of entries; nil if unknown.
    public let total: Int?
    /// How many of the requested entries are not readable.
    public let withheld: Int

    /// Creates a journal.
    public init(entries: [JournalEntry], source: JournalSource, total: Int?, withheld: Int = 0) {
        self.entries = entries
        self.source = source
        self.total = total
        self.withheld = withheld
    }
}

/// An entry of a task's journal.
public struct JournalEntry: Sendable, Hashable {
    /// The kind of entry.
    public let kind: JournalKind
    /// The author: a user name if read from the table, a display name if parsed from the record.
    public let author: String
    /// The text.
    public let text: String
    /// The time as the instance displays it to the user. In a display value it is the only time, in the user's time
    /// zone and format.
    public let shownTime: String
    /// The creation time; nil if only the display value is known.
    public let created: Timestamp?

    /// Creates an entry.
    public init(kind: JournalKind, author: String, text: String, shownTime: String, created: Timestamp?) {
        self.kind = kind
        self.author = author
        self.text = text
        self.shownTime = shownTime
        self.created = created
    }
}

/// The kind of a journal entry.
public enum JournalKind: Sendable, Hashable {
    /// A work note, visible to those who work on the task.
    case workNote
    /// A comment, visible to the requester too.
    case comment
    /// An entry of another journal, by column or label.
    case other(String)

    /// The kind of entries in a column.
    public init(column: String) {
        switch column {
        case "work_notes": self = .workNote
        case "comments": self = .comment
        default: self = .other(column)
        }
    }

    init(label: String) {
        let name = label.lowercased()
        switch name {
        case "work notes": self = .workNote
        case _ where name.hasPrefix("additional comments") || name == "comments": self = .comment
        default: self = .other(label)
        }
    }

    /// The column of such entries; for other journals their column or label.
    public var column: String {
        switch self {
        case .workNote: "work_notes"
        case .comment: "comments"
        case .other(let name): name
        }
    }
}

/// Where a journal was read from.
public enum JournalSource: String, Sendable, Hashable, CaseIterable {
    /// The journal records, which most users may not read.
    case table = "sys_journal_field"
    /// The display value of the task's record. An entry with an older entry's header after an empty line cannot be
    /// distinguished from two entries.
    case record = "task"
}

package enum JournalText {
    package static func begins(_ text: String) -> Bool {
        guard let end = text.utf8.firstIndex(of: 0x0A) else { return false }
        var line = Array(text.utf8[..<end])
        if line.last == 0x0D { line.removeLast() }
        return JournalHeader(line[...]) != nil
    }
}

/// The header of an entry in a journal's display value: `2024-05-01 09:30:00 - Abel Tuter (Work notes)`.
struct JournalHeader: Hashable {
    /// In the user's own format.
    let time: String
    let author: String
    let label: String
    let numberCount: Int

    init?(_ line: ArraySlice<UInt8>) {
        guard line.last == UInt8(ascii: ")"), let open = Self.openParenthesis(in: line), open > line.startIndex,
            line[open - 1] == Self.space, let dash = Self.dash(in: line[..<open])
        else { return nil }
        let time = line[..<dash]
        let numberCount = Self.numberCount(in: time)
        // A date alone has three numbers; longer texts are not times.
        guard (3...8).contains(numberCount), time.count <= 48 else { return nil }
        // Without a name, the space after the dash is also the one before the parenthesis.
        let author = dash + 3 < open - 1 ? line[(dash + 3)..<(open - 1)] : []
        self.time = String(decoding: time, as: UTF8.self)
        self.author = String(decoding: author, as: UTF8.self)
        label = String(decoding: line[(open + 1)..<(line.endIndex - 1)], as: UTF8.self)
        self.numberCount = numberCount
        if label.isEmpty { return nil }
    }

    /// The time without a time zone, for comparison; nil in a custom format.
    var timestamp: Timestamp? { Timestamp(glideText: time) }

    private static let space = UInt8(ascii: " ")

    private static func openParenthesis(in line: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for index in line.indices.reversed() {
            if line[index] == UInt8(ascii: ")") { depth += 1 }
            if line[index] == UInt8(ascii: "(") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func dash(in line: ArraySlice<UInt8>) -> Int? {
        var index = line.startIndex
        while index + 3 <= line.endIndex {
            if line[index] == space, line[index + 1] == UInt8(ascii: "-"), line[index + 2] == space { return index }
            index += 1
        }
        return nil
    }

    private static func numberCount(in time: ArraySlice<UInt8>) -> Int {
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

/// A task assigned to the signed-in user, as the Task Tracker API lists it.
public struct AssignedTask: Sendable, Hashable {
    /// The task's number, such as `INC0010021`.
    public var number: String
    /// The short description; nil if empty.
    public var shortDescription: String?
    /// The sys_id, the same in `task` and in the table of its class.
    public var sysID: String
    /// The creation time; nil if missing.
    public var created: Timestamp?
    /// The address of the task's form, to open in a browser; nil if missing. The Task Tracker API makes it from the
    /// label of the task's class, so it may contain spaces (`…/Change Request.do?sys_id=…`) and lead nowhere.
    public var snowui: String?
    /// The address of the task's record in the Table API, made like `snowui`; nil if missing.
    public var link: String?

    /// Creates a task.
    public init(
        number: String, shortDescription: String?, sysID: String, created: Timestamp?, snowui: String? = nil,
        link: String? = nil
    ) {
        self.number = number
        self.shortDescription = shortDescription
        self.sysID = sysID
        self.created = created
        self.snowui = snowui
        self.link = link
    }
}

/// A task's record.
public struct TaskDetail: Sendable {
    package let row: TableRow
    /// The sys_id, the same in `task` and in the table of its class.
    public let sysID: String

    package init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        self.sysID = sysID
    }

    /// The task's number, such as `INC0010021`; empty if not readable.
    public var number: String { value("number") ?? "" }
    /// The label of the task's class: `Incident`, `Change Request`.
    public var type: String { shown("sys_class_name") ?? "" }
    /// The short description; nil if empty.
    public var shortDescription: String? { value("short_description").flatMap { $0.isEmpty ? nil : $0 } }
    /// The columns in response order.
    public var columns: [String] { row.columns }

    /// The stored value of a column; nil if it does not exist or is not readable.
    public func value(_ column: String) -> String? { row[column]?.value }

    /// The display value of a column.
    public func shown(_ column: String) -> String? { row[column].map { $0.display ?? $0.value } }
}

/// The tasks of one class.
public struct TaskGroup: Sendable, Hashable {
    /// The label of the class: `Incident`, `Change Request`.
    public var type: String
    /// In the instance's order.
    public var tasks: [AssignedTask]

    /// Creates a group.
    public init(type: String, tasks: [AssignedTask]) {
        self.type = type
        self.tasks = tasks
    }
}
