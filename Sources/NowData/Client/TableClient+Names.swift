import ExchangeModel
import Notation
import NowSDK

extension TableClient {
    /// The record that a person's name for it means: a sys_id, a number, or what the instance shows for it.
    ///
    /// A sys_id is one exchange. Any other name is looked for in one column after another, an exchange each. Since an
    /// instance that does not know a column drops the condition and answers with any rows, only rows that do hold the
    /// name count.
    package func record(named name: String, _ read: TableRead) async throws(RequestFailure) -> TableRow {
        if RecordName.isSysID(name) { return try await get(name.lowercased(), read) }
        guard !name.isEmpty else { throw .unaskable("A record needs a name.") }
        guard EncodedQuery.mayStandAsValue(name) else {
            throw .unaskable("A name with ^ cannot be looked for: it ends a condition of a query. Use the sys_id.")
        }
        for column in RecordName.columns(for: name) {
            var asked = read
            asked.query = "\(column)=\(name)"
            asked.limit = RecordName.shown
            asked.offset = nil
            asked.skipsCount = true
            if !read.fields.isEmpty {
                asked.fields = read.fields + ["sys_id", column].filter { !read.fields.contains($0) }
            }
            let matching = try await list(asked).rows.filter { RecordName.row($0, holds: name, in: column) }
            if matching.count > 1 {
                throw .ambiguous(name: name, table: read.table, sysIDs: matching.compactMap(\.sysID))
            }
            if let row = matching.first { return row }
        }
        throw .noRecord(name: name, table: read.table)
    }

    /// The sys_id of the record that goes by that name; no exchange when it is a sys_id.
    package func sysID(of name: String, in table: String) async throws(RequestFailure) -> String {
        if RecordName.isSysID(name) { return name.lowercased() }
        let row = try await record(named: name, TableRead(table, fields: ["sys_id"]))
        guard let sysID = row.sysID, !sysID.isEmpty else { throw .noRecord(name: name, table: table) }
        return sysID
    }
}
