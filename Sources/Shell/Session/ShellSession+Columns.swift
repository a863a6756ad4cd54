import ExchangeModel
import NowData

extension ShellSession {
    /// The columns of a table, asked for once while instance and cassette stay; none when the instance does not tell them.
    /// Throws when there is no such table.
    func columns(of table: String) async throws -> [ColumnDescription] {
        if let known = knownColumns[table] { return known }
        let tables = try tables().asking(for: .schema)
        var found: [ColumnDescription] = []
        do throws(RequestFailure) {
            found = try await tables.describe(table)
        } catch {
            // A tape from before this was asked has no answer to it.
            if case .refused(let refusal) = error {
                if refusal.saysTableIsInvalid { throw error }
            } else if ProblemMaking.tapeError(in: error) == nil {
                throw error
            }
        }
        knownColumns[table] = found
        return found
    }

    /// The same from whatever was learnt of this instance before, without a request where that is enough; nil when there is
    /// no such table.
    func columnsIfThere(_ table: String) async throws -> [ColumnDescription]? {
        if knownColumns[table] == nil, let columns = link?.columns[table], !columns.isEmpty { return columns }
        do {
            return try await columns(of: table)
        } catch RequestFailure.refused(let refusal) where refusal.saysTableIsInvalid {
            return nil
        }
    }
}
