import Database
import ExchangeModel

/// What every new record needs: a number, a sys_id and the time.
extension RecordStore {
    /// The next number of a table with numbered records: `INC0010202`. Nil for any other.
    func nextNumber(of table: TableDefinition) throws -> String? {
        guard let prefix = table.numberPrefix else { return nil }
        return prefix + (try count(prefix, by: 1, after: table.lastNumber)).padded(to: 7)
    }

    /// A new sys_id. Rows that the instance adds itself are counted by `table`.
    func nextIdentifier(of table: String? = nil) throws -> String {
        let count = UInt64(try count(table.map { "sys_id " + $0 } ?? "sys_id", by: 1))
        let own = table.map { UInt64(bitPattern: StableHash.of($0)) } ?? 0
        var random = SeededRandom(seed: seed &+ own &+ count &* 0xD129_0B2D_4C3E_8F57)
        return random.sysID()
    }

    /// Increases a counter, which begins after `first`, and returns it.
    func count(_ name: String, by step: Int, after first: Int = 10_000) throws -> Int {
        let last = try connection.row(
            """
            INSERT INTO sandbox_counter VALUES (?1, ?3 + ?2) ON CONFLICT (prefix) DO UPDATE SET last = last + ?2
            RETURNING last
            """, [.text(name), .integer(Int64(step)), .integer(Int64(first))]
        ) { $0.integer(0) }
        return Int(last ?? 0)
    }

    /// The instance's time, which is never before the last write.
    var now: Timestamp {
        get throws {
            let last = try connection.row("SELECT seconds FROM sandbox_clock") { $0.integer(0) } ?? 0
            guard case .running(let ahead) = time else { return Timestamp(seconds: last) }
            return Timestamp(seconds: max(last, clock.now.seconds + ahead))
        }
    }

    /// The time of a write: frozen time advances by a second.
    func tick() throws -> Timestamp {
        let moment = try time == .frozen ? now.advanced(bySeconds: 1) : now
        try connection.run("UPDATE sandbox_clock SET seconds = ?", [.integer(moment.seconds)])
        return moment
    }
}
