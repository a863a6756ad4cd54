import Database
import TestSupport
import Testing

/// Bound values are read back unchanged.
struct StatementTests {
    let connection: Connection

    init() throws { connection = try Connection(path: "", mode: .memory) }

    @Test func storageClassesRoundTrip() throws {
        let values: [SQLValue] = [
            nil, 0, -1, .integer(Int64.max), .integer(Int64.min), .real(0.1), .real(-.infinity), "", "text", "ünï €😀",
            "a\0b", .blob([]),
            .blob([0, 255, 0]), .blob([UInt8](repeating: 7, count: 100_000)),
            .text(String(repeating: "é", count: 50_000)),
        ]
        try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
        for value in values { try expectEqual(connection.run("INSERT INTO t (v) VALUES (?)", [value]), 1) }
        expectEqual(connection.lastInsertedID, Int64(values.count))
        try expectEqual(connection.rows("SELECT v FROM t ORDER BY id") { $0.value(0) }, values)
    }

    @Test func columnsAreConvertedToRequestedType() throws {
        try connection.run("CREATE TABLE t (a, b, c, d, e)")
        try connection.run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", ["x", 7, .real(1.5), .blob([1, 2]), nil])
        let checked: Bool? = try connection.row("SELECT a, b, c, d, e FROM t") { row in
            expectEqual(row.text(0), "x")
            expectEqual(row.byteCount(0), 1)
            expectEqual(row.integer(1), 7)
            expectEqual(row.real(2), 1.5)
            expectEqual(row.blob(3), [1, 2])
            #expect(row.isNull(4) && !row.isNull(0))
            #expect(row.text(4) == "" && row.blob(4) == [] && row.integer(4) == 0 && row.byteCount(4) == 0)
            #expect(row.optionalText(4) == nil && row.optionalText(0) == "x")
            return true
        }
        expectEqual(checked, true)
        try expectEqual(connection.row("SELECT a FROM t WHERE a = ?", ["y"]) { $0.text(0) }, nil)
    }

    @Test func invalidUTF8IsReplacedButBytesAreKept() throws {
        let text = try connection.row("SELECT CAST(x'61FF62' AS TEXT)") { ($0.text(0), $0.blob(0)) }
        expectEqual(text?.0, "a\u{FFFD}b")
        expectEqual(text?.1, [0x61, 0xFF, 0x62])
    }

    @Test func bindingsAreClearedBetweenRuns() throws {
        try expectEqual(connection.row("SELECT ?, ?", ["a", "b"]) { [$0.value(0), $0.value(1)] }, ["a", "b"])
        try expectEqual(connection.row("SELECT ?, ?", ["c"]) { [$0.value(0), $0.value(1)] }, ["c", nil])
        let first = try connection.statement("SELECT 1")
        #expect(try first.step())
        #expect(try connection.statement("SELECT 1") === first)
        #expect(try first.step())
        #expect(try !first.step())
    }

    @Test func ownStatementsAreReusedButNeverShared() throws {
        try connection.execute("CREATE TABLE t (v)")
        for number in 1...3 { try connection.run("INSERT INTO t VALUES (?)", [.integer(number)]) }
        let sql = "SELECT v FROM t WHERE v >= ? ORDER BY v"
        func values(from first: Int) throws -> [Int64] {
            let statement = try connection.ownStatement(sql)
            try statement.bind([.integer(first)])
            var found: [Int64] = []
            while try statement.step() {
                found.append(statement.integer(0))
                // The same statement again, while its rows are being read.
                if first == 1 { try expectEqual(values(from: 3), [3]) }
            }
            return found
        }
        try expectEqual(values(from: 1), [1, 2, 3])
        // A statement that was released on a row, with a binding.
        do {
            let statement = try connection.ownStatement(sql)
            try statement.bind([1])
            #expect(try statement.step())
        }
        try expectEqual(values(from: 2), [2, 3])
        try connection.execute("ALTER TABLE t ADD COLUMN w")
        try expectEqual(values(from: 2), [2, 3])
        try connection.execute("DROP TABLE t")
        #expect(throws: DatabaseError.self) { try values(from: 1) }
    }

    @Test func manyOwnStatementsAreForgotten() throws {
        for number in 0..<1000 {
            let statement = try connection.ownStatement("SELECT \(number)")
            #expect(try statement.step())
            expectEqual(statement.integer(0), Int64(number))
        }
    }

    @Test func boundValuesAreNotSQL() throws {
        try connection.execute("CREATE TABLE t (v)")
        try connection.run("INSERT INTO t VALUES (?)", ["'); DROP TABLE t; --"])
        try expectEqual(connection.rows("SELECT v FROM t") { $0.text(0) }, ["'); DROP TABLE t; --"])
    }

    @Test func errorsIncludeCodeAndStatementWithoutValues() throws {
        try connection.execute("CREATE TABLE t (v INTEGER UNIQUE)")
        try connection.run("INSERT INTO t VALUES (?)", ["my secret"])
        let twice = #expect(throws: DatabaseError.self) {
            try connection.run("INSERT INTO t VALUES (?)", ["my secret"])
        }
        expectEqual(twice?.code, .constraint)
        expectEqual(twice?.extendedCode, 2067)
        expectEqual(
            twice?.description,
            "SQLite: UNIQUE constraint failed: t.v (code 2067), while running: INSERT INTO t VALUES (?)")
        let syntax = #expect(throws: DatabaseError.self) { try connection.run("SELEC 1") }
        expectEqual(syntax?.code, .error)
        expectEqual(syntax?.sql, "SELEC 1")
        #expect(throws: DatabaseError.self) { try connection.statement("  -- nothing") }
        #expect(throws: DatabaseError.self) { try connection.run("SELECT ?", [1, 2]) }
        #expect(throws: DatabaseError.self) {
            try connection.rows("SELECT abs(?)", [.integer(Int64.min)]) { $0.integer(0) }
        }
        try expectEqual(connection.row("SELECT abs(?)", [-3]) { $0.integer(0) }, 3)
    }

    @Test func rowClosureMayThrow() throws {
        let mine = DatabaseError(code: 1, message: "mine")
        #expect(throws: mine) {
            _ = try connection.rows("SELECT 1 UNION SELECT 2") { _ throws(DatabaseError) -> Int in throw mine }
        }
        try expectEqual(connection.rows("SELECT 1 UNION SELECT 2") { $0.integer(0) }, [1, 2])
    }
}
