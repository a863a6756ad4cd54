import ExchangeModel
import Notation
import NowSDK

extension TableClient {
    /// The record that a person's name for it means: a sys_id, a number, or what the instance shows for it.
    ///
    /// A sys_id is one exchange. Any other name is looked for in one column after another, an exchange each. Since an
    /// instance that does not know a column drops the condition and answers with any rows, only rows that do hold the
    /// name count.
    ///
    /// - Parameter display: the column whose value is displayed, where that is known; it is looked in last.
    package func record(
        named name: String, _ read: TableRead, display: String? = nil
    ) async throws(RequestFailure) -> TableRow {
        if RecordName.isSysID(name) { return try await get(name.lowercased(), read) }
        guard !name.isEmpty else { throw .unaskable("A record needs a name.") }
        guard EncodedQuery.mayStandAsValue(name) else {
            throw .unaskable("A name with ^ cannot be looked for: it ends a condition of a query. Use the sys_id.")
        }
        let usual = RecordName.columns(for: name)
        for column in usual + [display].compactMap(\.self).filter({ !usual.contains($0) }) {
            var asked = read
            asked.query = "\(column)=\(name)"
            asked.limit = RecordName.shown
            asked.offset = nil
            asked.skipsCount = true
            if !read.fields.isEmpty {
                asked.fields = read.fields + ["sys_id", column].filter { !read.fields.contains($0) }
            }
            let rows: [TableRow]
            do {
                rows = try await list(asked).rows
            } catch {
                // A tape recorded before the display column was asked has no answer.
                guard column == display, case .transport(let failure) = error, failure.kind == .tape else {
                    throw error
                }
                rows = []
            }
            let matching = rows.filter { RecordName.row($0, holds: name, in: column) }
            if matching.count > 1 {
                throw .ambiguous(name: name, table: read.table, sysIDs: matching.compactMap(\.sysID))
            }
            if let row = matching.first { return row }
        }
        throw .noRecord(name: name, table: read.table)
    }

    /// The sys_id of the record that goes by that name; no exchange when it is a sys_id.
    package func sysID(
        of name: String, in table: String, display: String? = nil
    ) async throws(RequestFailure) -> String {
        if RecordName.isSysID(name) { return name.lowercased() }
        let row = try await record(named: name, TableRead(table, fields: ["sys_id"]), display: display)
        guard let sysID = row.sysID, !sysID.isEmpty else { throw .noRecord(name: name, table: table) }
        return sysID
    }
}
