import Notation
import NowData

/// A record that a reference can point to.
struct ReferenceRecord: Sendable, Hashable {
    let sysID: String
    /// The display value.
    let display: String
    /// Distinguishes records with equal display values: a user name, a number or an email address; may be empty.
    let distinction: String
    /// A description; may be empty.
    let about: String
    /// Names that commands accept, the shortest first; not necessarily unique.
    let names: [String]

    init(_ sysID: String, display: String, distinction: String = "", about: String = "", names: [String]? = nil) {
        self.sysID = sysID
        self.display = display
        self.distinction = distinction
        self.about = about
        self.names = names ?? [distinction, display].filter { !$0.isEmpty }
    }
}

/// The notation of a reference, which depends on where it is written.
package enum ReferenceForm {
    /// Snowdeck looks up the record by name.
    case name
    /// The instance looks up the record by display value.
    case display
    /// The instance takes the text unchanged.
    case sysID
}

/// Records that a reference can point to, possibly not all of them.
package struct ReferenceRecords: Sendable, Hashable {
    /// In display order.
    let records: [ReferenceRecord]
    /// The text they were requested for.
    let asked: String
    /// Whether all matching records are included.
    package let isWhole: Bool

    init(_ records: [ReferenceRecord], asked: String = "", isWhole: Bool = true) {
        self.records = records
        self.asked = asked
        self.isWhole = isWhole
    }

    /// The records as written in this notation, prefix matches before substring matches.
    ///
    /// - Parameter isInList: whether a comma would end the value.
    package func candidates(_ typed: String, as form: ReferenceForm, isInList: Bool = false) -> [Candidate] {
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
                // Records that the instance matched by its own rules, such as ignoring accents, are kept.
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
    /// The shortest unambiguous text for the record.
    ///
    /// - Parameter isOwn: whether no other known record has this name.
    fileprivate func text(_ form: ReferenceForm, isInList: Bool, isOwn: (String) -> Bool) -> String {
        func mayBeWritten(_ text: String) -> Bool {
            !text.isEmpty && TerminalText.isPlain(text) && !text.utf8.contains { $0 < 0x20 }
                && EncodedQuery.isValidValue(text) && text.utf8.first != .at && !text.hasPrefix("javascript:")
                && text == String(ASCII.trimmed(text[...])) && !SysIDForm.isWritten(text)
                && !(isInList && text.utf8.contains(.comma))
        }
        switch form {
        case .name: return names.first { mayBeWritten($0) && isOwn($0) } ?? sysID
        case .display: return mayBeWritten(display) && isOwn(display) ? display : sysID
        case .sysID: return sysID
        }
    }

    /// `Beth Anglin (beth.anglin)`, without what the inserted text already says.
    fileprivate func label(besides text: String) -> String {
        let more = distinction.isEmpty || distinction == display || distinction == text ? "" : distinction
        if display == text || display.isEmpty { return more.isEmpty ? about : more }
        if !more.isEmpty { return "\(display) (\(more))" }
        return about.isEmpty || !distinction.isEmpty ? display : "\(display): \(about)"
    }
}

/// The request for records that a reference can point to.
package struct ReferenceQuery {
    /// The maximum number of records.
    package static let limit = 50
    /// From this many letters on, names are matched by substring.
    package static let contained = 3

    private static let naming = ["name", "number", "title", "user_name"]
    private static let distinctions = ["user_name", "number", "email"]
    private static let abouts = ["short_description", "title"]

    let table: String
    let typed: String
    /// The display column, and the columns that distinguish records.
    let display: String
    private let distinctions: [String]

    /// Nil if the records cannot be requested.
    ///
    /// - Parameters:
    ///   - display: the display column, if known.
    ///   - columns: the table's columns.
    init?(_ table: String, display: String?, columns: Set<String>, typed: String) {
        guard let shown = ([display].compactMap(\.self) + Self.naming).first(where: columns.contains),
            EncodedQuery.isValidValue(typed), !typed.utf8.contains(where: { $0 < 0x20 })
        else { return nil }
        self.table = table
        self.typed = typed
        self.display = shown
        distinctions = Self.distinctions.filter { $0 != shown && columns.contains($0) }
    }

    /// One request: records with a word that has this prefix, or from three letters on, records that contain the text.
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
            guard let sysID = row.sysID, SysIDForm.isWritten(sysID) else { return nil }
            // The columns in which a name is looked up depend on its text.
            let names = (["user_name", "number", "name", display]).compactMap { column -> String? in
                guard let name = text(column) else { return nil }
                return column == display || RecordName.columns(for: name, having: []).contains(column) ? name : nil
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
