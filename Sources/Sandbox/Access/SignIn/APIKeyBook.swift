import Database
import ExchangeModel

/// Looks API keys up: records of `api_key`, each of which speaks for a user.
struct APIKeyBook {
    let store: RecordStore

    /// The header that carries a key, or the field of the query.
    static let name = "x-sn-apikey"

    /// The sys_id of the user that a living key speaks for.
    func user(_ key: String, at now: Timestamp) throws -> String? {
        guard let table = store.schema["api_key"], !key.isEmpty else { return nil }
        try store.fill([table.name])
        let hidden = HiddenText.hidden(key)
        let sql = """
            SELECT "user", "token" FROM \(table.storage)
            WHERE "token" = ? AND "active" = 1 AND ("expires" IS NULL OR "expires" > ?)
            """
        // Columns compare without regard to case; keys must not.
        return try store.connection.rows(sql, [.text(hidden), .text(now.glideText)]) { ($0.text(0), $0.text(1)) }
            .first { $0.1 == hidden }?.0
    }
}
