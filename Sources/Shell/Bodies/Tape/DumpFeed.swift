import CassetteStore

/// Gives a cassette's text piece by piece.
actor DumpFeed {
    private var dump: CassetteDump

    init(_ cassette: Cassette) { dump = CassetteDump(of: cassette) }

    func next() throws -> String? { try dump.next() }
}
