/// A journal as SQLite leaves it when a program is killed in a transaction over several databases.
package enum RollbackJournal {
    /// One without pages that names a super-journal (https://sqlite.org/fileformat2.html), which SQLite deletes after the
    /// rollback.
    package static func of(_ database: [UInt8], naming other: String) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
        let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let page = Int(database[16]) << 8 | Int(database[17]), name = Array(other.utf8)
        let head = mark + number(0) + number(0x1234) + number(database.count / page) + number(512) + number(page)
        return head + [UInt8](repeating: 0, count: 512 - head.count) + number(0x4000_0000 / page + 1) + name
            + number(name.count) + number(name.reduce(0) { $0 + Int($1) }) + mark
    }
}
