package import CassetteStore
import Database
import ExchangeModel

extension Cassette {
    /// Reads the whole cassette and returns what is wrong with it, one sentence each, at most a hundred; empty if it is
    /// intact. Checks the file's structure, references between rows, digests of bodies and encodings.
    package func check() throws(CassetteError) -> [String] {
        var findings: [String] = []
        for part in [checkStructure, checkReferences, checkBodies, checkRecords] {
            do throws(CassetteError) {
                findings += try part()
            } catch {
                guard error.kind == .corrupt || error.kind == .tooLarge else { throw error }
                findings.append(error.message)
            }
            if findings.count >= Cassette.findingLimit { break }
        }
        return Array(findings.prefix(Cassette.findingLimit))
    }

    private func checkBodies() throws(CassetteError) -> [String] {
        var findings: [String] = []
        var last: Int64 = .min
        while findings.count < Cassette.findingLimit {
            let next = try row(
                "SELECT id, digest, bytes FROM body WHERE id>? ORDER BY id LIMIT 1", [.integer(last)]
            ) { (id: $0.integer(0), isSound: StableHash.of($0.blob(2)) == $0.integer(1)) }
            guard let next else { break }
            guard next.id > last else { return findings + ["Bodies are out of order."] }
            last = next.id
            if !next.isSound { findings.append("Body \(next.id) does not match its digest.") }
        }
        return findings
    }

    /// Reads every record, like a dump; throws for one that cannot be read.
    private func checkRecords() throws(CassetteError) -> [String] {
        try dump { _ in }
        let strays =
            try row(
                """
                SELECT (SELECT count(*) FROM output WHERE stream NOT IN (1, 2)) \
                + (SELECT count(*) FROM session WHERE id<1) \
                + (SELECT count(*) FROM command WHERE id<1) + (SELECT count(*) FROM exchange WHERE id<1)
                """
            ) { $0.integer(0) } ?? 0
        return strays == 0 ? [] : ["\(strays) rows have an invalid number."]
    }
}
