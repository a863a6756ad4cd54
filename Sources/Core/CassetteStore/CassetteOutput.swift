import Database

/// Input and output of commands.
extension Cassette {
    /// Appends an input of a command.
    package func add(_ input: InputRecord, to command: Int64) throws(CassetteError) {
        try checkSize(input.content, as: "An input")
        try run(
            "INSERT INTO input(command, kind, name, content) VALUES(?,?,?,?)",
            [.integer(command), .text(input.kind), .text(input.name), .blob(input.content)])
    }

    /// Appends rendered output. Text may be split anywhere between two calls.
    package func appendOutput(
        _ bytes: [UInt8], to stream: OutputStream, of command: Int64
    ) throws(CassetteError) {
        guard !bytes.isEmpty else { return }
        try write { connection throws(DatabaseError) in
            guard bytes.count > Cassette.maxPieceSize else {
                return try Cassette.insertOutput(bytes[...], stream, command, on: connection)
            }
            try connection.transaction { () throws(DatabaseError) in
                try Cassette.insertPieces(bytes, stream, command, on: connection)
            }
        }
    }

    /// Replaces a command's output and exit status atomically. Throws if there is no such command.
    package func rewriteEnding(
        of command: Int64, exitStatus: Int, output: [OutputStream: [UInt8]]
    ) throws(CassetteError) {
        for bytes in output.values { try checkSize(bytes, as: "An output") }
        let found = try write { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                try connection.run("DELETE FROM output WHERE command=?", [.integer(command)])
                for (stream, bytes) in output.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    try Cassette.insertPieces(bytes, stream, command, on: connection)
                }
                return try connection.run(
                    "UPDATE command SET exit_status=? WHERE id=?", [.integer(Int64(exitStatus)), .integer(command)])
            }
        }
        guard found == 1 else { throw noCommand(command) }
    }

    package func inputs(of command: Int64) throws(CassetteError) -> [InputRecord] {
        try rows("SELECT kind, name, content FROM input WHERE command=? ORDER BY id", [.integer(command)]) {
            InputRecord(kind: $0.text(0), name: $0.text(1), content: $0.blob(2))
        }
    }

    /// The name of the last input of a kind, by command, for the commands in a range.
    package func inputNames(
        ofKind kind: String, commands: ClosedRange<Int64>
    ) throws(CassetteError) -> [Int64: String] {
        let found = try rows(
            "SELECT command, name FROM input WHERE command>=? AND command<=? AND kind=? ORDER BY id",
            [.integer(commands.lowerBound), .integer(commands.upperBound), .text(kind)]
        ) { ($0.integer(0), $0.text(1)) }
        return Dictionary(found) { $1 }
    }

    package func exchangeNumbers(of command: Int64) throws(CassetteError) -> [Int64] {
        try rows("SELECT id FROM exchange WHERE command=? ORDER BY id", [.integer(command)]) { $0.integer(0) }
    }

    /// The numbers of all exchanges in order, by what they belong to. One pass: no index finds a command's exchanges.
    package func exchangeNumbersByOwner() throws(CassetteError) -> [ExchangeOwner: [Int64]] {
        let found: [(Int64, ExchangeOwner)] = try rows("SELECT id, session, command FROM exchange ORDER BY id") {
            row throws(DatabaseError) in
            if let command = try row.optionalOrdinal(2) { return (try row.ordinal(0), .command(command)) }
            return (try row.ordinal(0), .session(try row.ordinal(1)))
        }
        return Dictionary(grouping: found) { $0.1 }.mapValues { $0.map(\.0) }
    }

    /// How many requests with a purpose each command with an exit status made; commands without any are not included.
    package func requestCounts(
        ofCommandsWith exitStatus: Int, purpose: String
    ) throws(CassetteError) -> [Int64: Int] {
        let found = try rows(
            """
            SELECT command, count(*) FROM exchange WHERE purpose=? \
            AND command IN (SELECT id FROM command WHERE exit_status=?) GROUP BY command
            """, [.text(purpose), .integer(exitStatus)]
        ) { ($0.integer(0), Int($0.integer(1))) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    package func outputSize(of command: Int64, _ stream: OutputStream) throws(CassetteError) -> Int {
        try row(
            "SELECT sum(length(bytes)) FROM output WHERE command=? AND stream=?",
            [.integer(command), .integer(stream.rawValue)]
        ) { Int($0.integer(0)) } ?? 0
    }

    package func output(of command: Int64, _ stream: OutputStream) throws(CassetteError) -> [UInt8] {
        try rows(
            "SELECT bytes FROM output WHERE command=? AND stream=? ORDER BY id",
            [.integer(command), .integer(stream.rawValue)]
        ) { $0.blob(0) }.flatMap(\.self)
    }

    /// The next piece of a command's output after the number `id`; nil at the end. Text may be split anywhere.
    package func outputPiece(
        of command: Int64, _ stream: OutputStream, after id: Int64
    ) throws(CassetteError) -> (id: Int64, bytes: [UInt8])? {
        let next = try row(
            "SELECT id, bytes FROM output WHERE command=? AND stream=? AND id>? ORDER BY id LIMIT 1",
            [.integer(command), .integer(stream.rawValue), .integer(id)]
        ) { (id: $0.integer(0), bytes: $0.blob(1)) }
        try requireAscending(next.map { [$0.id] } ?? [], after: id)
        return next
    }

    /// In bytes. Longer output is split into several rows, so that it is read in small steps.
    private static let maxPieceSize = 256 << 10

    private static func insertPieces(
        _ bytes: [UInt8], _ stream: OutputStream, _ command: Int64, on connection: Connection
    ) throws(DatabaseError) {
        for start in stride(from: 0, to: bytes.count, by: maxPieceSize) {
            try insertOutput(bytes[start..<min(start + maxPieceSize, bytes.count)], stream, command, on: connection)
        }
    }

    private static func insertOutput(
        _ bytes: ArraySlice<UInt8>, _ stream: OutputStream, _ command: Int64, on connection: Connection
    ) throws(DatabaseError) {
        try connection.run(
            "INSERT INTO output(command, stream, bytes) VALUES(?,?,?)",
            [.integer(command), .integer(stream.rawValue), .blob(Array(bytes))])
    }
}
