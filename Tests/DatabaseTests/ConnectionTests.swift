import Database
import Foundation
import TestSupport
import Testing

/// Opens, shares and distrusts real files.
struct ConnectionTests {
    let folder = TemporaryFolder()

    private func made(_ name: String) throws -> String {
        let path = folder.file(name)
        try Connection(path: path, mode: .create).execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2);")
        return path
    }

    @Test(arguments: ["plain.db", "a b?mode=memory#c%41.db", "ünï 'quoted'.db", ":memory:", "file:x"])
    func specialCharactersInNameAreLiteral(name: String) throws {
        let path = try made(name)
        #expect(FileManager.default.fileExists(atPath: path))
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [name])
        try expectEqual(Connection(path: path, mode: .immutable).rows("SELECT v FROM t") { $0.integer(0) }, [1, 2])
        try expectEqual(
            Connection(path: "/" + path, mode: .readOnly).rows("SELECT v FROM t") { $0.integer(0) }, [1, 2])
    }

    @Test func missingFileIsNotCreated() throws {
        for mode in [Connection.Mode.readWrite, .readOnly, .immutable] {
            let error = #expect(throws: DatabaseError.self) { try Connection(path: folder.file("missing"), mode: mode) }
            expectEqual(error?.code, .cannotOpen)
        }
        #expect(throws: DatabaseError.self) { try Connection(path: folder.path, mode: .create) }
        #expect(throws: DatabaseError.self) { try Connection(path: "", mode: .create).execute("CREATE TABLE t (v)") }
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
    }

    @Test func readerCannotWrite() throws {
        let path = try made("t.db")
        for mode in [Connection.Mode.readOnly, .immutable] {
            let connection = try Connection(path: path, mode: mode)
            let error = #expect(throws: DatabaseError.self) { try connection.run("DELETE FROM t") }
            expectEqual(error?.code, .readOnly)
        }
    }

    @Test(arguments: [
        [UInt8]("no database, and long enough to have a header of a hundred bytes; ".utf8), [0x53, 0x51, 0x4C],
    ])
    func nonDatabaseIsDistinguished(bytes: [UInt8]) throws {
        let path = folder.file("t.db")
        try Data([UInt8](repeating: 0x20, count: 600) + bytes).write(to: URL(fileURLWithPath: path))
        let connection = try Connection(path: path, mode: .readOnly)
        let error = #expect(throws: DatabaseError.self) { try connection.rows("SELECT * FROM sqlite_schema") { _ in } }
        expectEqual(error?.code, .notADatabase)
    }

    @Test func secondWriterIsBusy() throws {
        let path = try made("t.db")
        let one = try Connection(path: path, mode: .readWrite), other = try Connection(path: path, mode: .readWrite)
        other.setBusyTimeout(milliseconds: 1)
        try one.transaction { () throws(DatabaseError) in
            try one.run("INSERT INTO t VALUES (3)")
            let error = #expect(throws: DatabaseError.self) { try other.run("INSERT INTO t VALUES (4)") }
            expectEqual(error?.code, .busy)
        }
        try other.run("INSERT INTO t VALUES (4)")
        try expectEqual(one.rows("SELECT v FROM t") { $0.integer(0) }, [1, 2, 3, 4])
    }

    @Test func transactionIsAtomic() throws {
        struct SampleError: Error {}
        let connection = try Connection(path: try made("t.db"), mode: .readWrite)
        #expect(throws: SampleError.self) {
            try connection.transaction {
                try connection.run("DELETE FROM t")
                throw SampleError()
            }
        }
        #expect(throws: DatabaseError.self) {
            try connection.transaction { () throws(DatabaseError) in
                try connection.run("DELETE FROM t")
                try connection.run("INSERT INTO nowhere VALUES (1)")
            }
        }
        try expectEqual(connection.row("SELECT count(*) FROM t") { $0.integer(0) }, 2)
        try expectEqual(connection.transaction { try connection.run("DELETE FROM t") }, 2)
        try expectEqual(connection.row("SELECT count(*) FROM t") { $0.integer(0) }, 0)
    }

    @Test func untrustedFileRunsNoCode() throws {
        let path = folder.file("t.db")
        try Connection(path: path, mode: .create).execute(
            """
            CREATE TABLE t (v);
            CREATE TABLE spy (v);
            CREATE VIEW w AS SELECT 1 AS v;
            CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO spy VALUES (new.v); END;
            """)
        let connection = try Connection(path: path, mode: .readWrite)
        connection.distrust()
        try connection.run("INSERT INTO t VALUES (1)")
        try expectEqual(connection.row("SELECT count(*) FROM spy") { $0.integer(0) }, 0)
        #expect(throws: DatabaseError.self) { try connection.rows("SELECT v FROM w") { $0.integer(0) } }
        #expect(throws: DatabaseError.self) {
            try connection.execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x' WHERE name = 't';")
        }
        try expectEqual(connection.rows("SELECT v FROM t") { $0.integer(0) }, [1])
    }

    @Test func valuesAboveTheLimitAreRejected() throws {
        let path = try made("t.db")
        let writer = try Connection(path: path, mode: .readWrite)
        try writer.run("INSERT INTO t VALUES (?)", [.blob([UInt8](repeating: 1, count: 5000))])
        let reader = try Connection(path: path, mode: .readOnly)
        reader.limitValues(toBytes: 4096)
        let error = #expect(throws: DatabaseError.self) { try reader.rows("SELECT v FROM t") { $0.blob(0) } }
        expectEqual(error?.code, .tooBig)
        #expect(throws: DatabaseError.self) {
            try reader.rows("SELECT ?", [.blob([UInt8](repeating: 1, count: 5000))]) { $0.blob(0) }
        }
    }

    @Test func databaseIsSerialized() throws {
        let path = try made("t.db")
        let bytes = try Connection(path: path, mode: .readOnly).serialized()
        try expectEqual(Array(Data(contentsOf: URL(fileURLWithPath: path))), bytes)
        let copy = try Connection(path: "", mode: .memory)
        try copy.load(serialized: bytes)
        try copy.run("INSERT INTO t VALUES (3)")
        try expectEqual(copy.rows("SELECT v FROM t") { $0.integer(0) }, [1, 2, 3])
        let empty = #expect(throws: DatabaseError.self) { try copy.load(serialized: []) }
        expectEqual(empty?.code, .notADatabase)
    }

    @Test func statementIsInterruptedAtItsLimit() throws {
        let connection = try Connection(path: "", mode: .memory)
        let count =
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000000) SELECT max(i) FROM c"
        connection.limitWork(toSteps: 1_000_000)
        let error = #expect(throws: DatabaseError.self) { try connection.row(count) { $0.integer(0) } }
        expectEqual(error?.code, .interrupted)
        try expectEqual(connection.row("SELECT 1") { $0.integer(0) }, 1)
        connection.limitWork(toSteps: nil)
        try expectEqual(connection.row(count) { $0.integer(0) }, 1_000_000)
    }
}
