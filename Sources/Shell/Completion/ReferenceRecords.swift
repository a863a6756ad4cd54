import Notation
import NowData

/// A record that a reference can point to.
package struct ReferenceRecord: Sendable, Hashable {
    package let sysID: String
    /// What the instance displays for it.
    package let display: String
    /// What tells it from others that are displayed alike: a user name, a number or an email address; may be empty.
    package let distinction: String
    /// What it is about; may be empty.
    package let about: String
    /// What commands find it by, the shortest first; other records may have the same.
    let names: [String]

    package init(
        _ sysID: String, display: String, distinction: String = "", about: String = "", names: [String]? = nil
    ) {
        self.sysID = sysID
        self.display = display
        self.distinction = distinction
        self.about = about
        self.names = names ?? [distinction, display].filter { !$0.isEmpty }
    }
}

/// Where a reference is written decides how.
enum ReferenceForm {
    /// Snowdeck looks the record up by its name.
    case name
    /// The instance looks the record up by what it displays.
    case display
    /// The instance takes what was typed.
    case sysID
}

/// Records of a table that a reference can point to, of which there may be too many to hold.
package struct ReferenceRecords: Sendable, Hashable {
    /// In the order in which they are shown.
    package let records: [ReferenceRecord]
    /// What they were asked for by.
    package let asked: String
    /// Whether these are all that were asked for.
    package let isWhole: Bool

    package init(_ records: [ReferenceRecord], asked: String = "", isWhole: Bool = true) {
        self.records = records
        self.asked = asked
        self.isWhole = isWhole
    }

    /// How the records are written, those that begin with what was typed before those that contain it.
    ///
    /// - Parameter isInList: whether a comma would end the value.
    func candidates(_ typed: String, as form: ReferenceForm, isInList: Bool = false) -> [Candidate] {
        var holders: [String: Int] = [:]
        for record in records {
            for name in Set(record.names.map(Self.folded)) { holders[name, default: 0] += 1 }
        }
        let wanted = typed.utf8.map(ASCII.lowercased)
        var ranked: [(rank: Int, place: Int, candidate: Candidate)] = []
        for (place, record) in records.enumerated() {
            var rank = 0
            if !wanted.isEmpty {
                let texts = [record.display, record.distinction] + record.names
                let found = texts.compactMap { [Candidate].rank($0, wanted) }.min() ?? .max
                let isThis = [Candidate].rank(record.sysID, wanted).map { $0 <= 1 } ?? false
                rank = isThis ? 0 : found
                // What the instance found by other rules, such as accents, is one of them.
                if rank > 3, typed != asked { continue }
            }
            let text = record.text(form, isInList: isInList) { holders[Self.folded($0)] == 1 }
            ranked.append((min(rank, 4), place, Candidate(text, record.label(besides: text))))
        }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.candidate)
    }

    private static func folded(_ text: String) -> String { text.lowercased() }
}

extension ReferenceRecord {
    /// The shortest text that means this record and no other.
    ///
    /// - Parameter isOwn: whether no other record that is known has this name.
    fileprivate func text(_ form: ReferenceForm, isInList: Bool, isOwn: (String) -> Bool) -> String {
        func mayBeWritten(_ text: String) -> Bool {
            !text.isEmpty && TerminalText.isPlain(text) && !text.utf8.contains { $0 < 0x20 }
                && EncodedQuery.isValidValue(text) && text.utf8.first != .at && !text.hasPrefix("javascript:")
                && text == String(ASCII.trimmed(text[...])) && !RecordName.isSysID(text)
                && !(isInList && text.utf8.contains(.comma))
        }
        switch form {
        case .name: return names.first { mayBeWritten($0) && isOwn($0) } ?? sysID
        case .display: return mayBeWritten(display) && isOwn(display) ? display : sysID
        case .sysID: return sysID
        }
    }

    /// `Beth Anglin (beth.anglin)`, without what the candidate's own text says.
    fileprivate func label(besides text: String) -> String {
        let more = distinction.isEmpty || distinction == display || distinction == text ? "" : distinction
        if display == text || display.isEmpty { return more.isEmpty ? about : more }
        if !more.isEmpty { return "\(display) (\(more))" }
        return about.isEmpty || !distinction.isEmpty ? display : "\(display): \(about)"
    }
}

/// What completion asks of a table for the records that a reference can point to.
struct ReferenceQuery {
    /// How many records are asked for.
    static let limit = 50
    /// From so many letters on, records are found by any part of their names.
    static let contained = 3

    private static let naming = ["name", "number", "title", "user_name"]
    private static let distinctions = ["user_name", "number", "email"]
    private static let abouts = ["short_description", "title"]

    let table: String
    let typed: String
    /// The column that is displayed, and those that tell records apart.
    let display: String
    private let distinctions: [String]

    /// Nil where the records cannot be asked for.
    ///
    /// - Parameters:
    ///   - display: the column that is displayed, where it is known.
    ///   - columns: those of the table.
    init?(_ table: String, display: String?, columns: Set<String>, typed: String) {
        guard let shown = ([display].compactMap(\.self) + Self.naming).first(where: columns.contains),
            EncodedQuery.isValidValue(typed), !typed.utf8.contains(where: { $0 < 0x20 })
        else { return nil }
        self.table = table
        self.typed = typed
        self.display = shown
        distinctions = Self.distinctions.filter { $0 != shown && columns.contains($0) }
    }

    /// One request: those with a word that begins so; from three letters on, those that contain it.
    var read: TableRead {
        let isShort = typed.count < Self.contained
        let conditions = ([display] + distinctions.prefix(1)).flatMap { column in
            isShort ? ["\(column)STARTSWITH\(typed)", "\(column)LIKE \(typed)"] : ["\(column)LIKE\(typed)"]
        }
        let query =
            typed.isEmpty ? "ORDERBYDESCsys_updated_on" : conditions.joined(separator: "^OR") + "^ORDERBY" + display
        return TableRead(
            table, query: query, fields: ["sys_id"] + columns, limit: Self.limit, display: .value, skipsCount: true)
    }

    private var columns: [String] {
        var seen: Set<String> = []
        return ([display] + Self.distinctions + Self.naming + Self.abouts).filter { seen.insert($0).inserted }
    }

    func records(_ rows: [TableRow]) -> ReferenceRecords {
        let records = rows.compactMap { row -> ReferenceRecord? in
            func text(_ column: String) -> String? { row[column].map(\.value).flatMap { $0.isEmpty ? nil : $0 } }
            guard let sysID = row.sysID, RecordName.isSysID(sysID) else { return nil }
            // A name is looked up in some columns only, which its own text decides.
            let names = (["user_name", "number", "name", display]).compactMap { column -> String? in
                guard let name = text(column) else { return nil }
                return column == display || RecordName.columns(for: name).contains(column) ? name : nil
            }
            let shown = text(display) ?? names.first ?? ""
            let about = Self.abouts.lazy.compactMap { $0 == display ? nil : text($0) }.first
            return ReferenceRecord(
                sysID, display: shown, distinction: Self.distinctions.lazy.compactMap { text($0) }.first ?? "",
                about: about ?? "", names: names)
        }
        return ReferenceRecords(records, asked: typed, isWhole: rows.count < Self.limit)
    }
}
