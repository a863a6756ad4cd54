import TapeDeck

/// Gives a HAR of a cassette piece by piece.
actor HARFeed {
    private var export: HARExport

    init(_ export: HARExport) { self.export = export }

    func next() throws -> String? { try export.next().map { String(decoding: $0, as: UTF8.self) } }

    /// The whole file.
    func everything() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try export.next() { bytes += piece }
        return bytes
    }

    /// How many exchanges were written, and what others will not find in the file.
    var report: (count: Int, losses: HARLosses) { (export.count, export.losses) }
}
