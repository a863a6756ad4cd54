import ExchangeModel
import NowData

extension ShellSession {
    /// The columns of a table; none when the instance does not describe them. Throws when there is no such table.
    func columns(of table: String) async throws -> [ColumnDescription] {
        try await connected().schema.columns(of: table)
    }
}
