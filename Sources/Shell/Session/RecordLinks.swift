import ExchangeModel
import Notation
import NowData
import NowSDK
import Rendering

/// OSC 8 links to the pages of records: numbers, sys_ids, and references whose table is known. They contain names and
/// identifiers only, no other text of an answer.
struct RecordLinks: Sendable {
    private let origin: HTTPURL
    /// The table of the rows; nil if they may be of several.
    private let table: String?
    /// The tables of reference columns that have been described so far.
    private let references: [String: String]

    /// Nil if a link would not work: for the embedded sandbox, and in a replay.
    init?(_ table: String?, in session: isolated ShellSession) {
        guard !session.isSandbox, !session.slot.isPlaying else { return nil }
        origin = session.instance.origin
        self.table = table.flatMap { FieldList.isName($0) ? $0 : nil }
        let described = table.flatMap { session.connection.link?.schema.described[$0] } ?? []
        references = Dictionary(
            described.compactMap { column in column.reference.map { (column.name, $0) } }, uniquingKeysWith: { $1 })
    }

    func linked(_ output: Output) -> Output {
        output.mappingRows { columns in
            let names = columns.map(\.name)
            let sysID = names.firstIndex(of: "sys_id")
            return { row in
                var row = row
                let own = sysID.flatMap { row.indices.contains($0) ? row[$0].value : nil }
                for place in row.indices where place < names.count {
                    row[place].link = link(from: row[place], in: names[place], of: own)
                }
                return row
            }
        }
    }

    private func link(from cell: Cell, in column: String, of sysID: String?) -> String? {
        switch column {
        case "sys_id": return table.flatMap { page($0, sysID: cell.value) }
        case "number":
            guard let usual = RecordNumber.table(of: cell.value) else { return nil }
            let table = table ?? usual
            return sysID.flatMap { page(table, sysID: $0) } ?? page(table, "sysparm_query=number=\(cell.value)")
        default:
            guard !cell.shown.isEmpty, cell.shown != cell.value else { return nil }
            return references[column].flatMap { page($0, sysID: cell.value) }
        }
    }

    private func page(_ table: String, sysID: String) -> String? {
        SysIDForm.isWritten(sysID) ? page(table, "sys_id=\(sysID)") : nil
    }

    private func page(_ table: String, _ query: String) -> String? {
        guard FieldList.isName(table) else { return nil }
        var url = origin
        (url.path, url.query) = ("/nav_to.do", "uri=" + PercentCoding.encode("\(table).do?\(query)"))
        return url.description
    }
}
