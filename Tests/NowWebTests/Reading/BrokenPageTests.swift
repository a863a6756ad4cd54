import NowWeb
import TestSupport
import Testing

/// Pages at random, each read twice: `make fuzz` reads a million more.
@Suite struct BrokenPageTests {
    @Test(arguments: [1, 2, 3, 4]) func ofAThousandBrokenPagesEveryOneIsADocument(_ seed: UInt64) async {
        let subject = PageSubject { PageReader.document($0, contentType: $1) }
        // On a thread of the pool, as pages are read when a program runs.
        let report = await Task.detached { FuzzRun(subject, seed: seed).report(on: 0..<250) { 0 } }.value
        #expect(report.broken.map { "\($0.number): \($0.claim)" } == [])
        #expect(report.accepted + report.refused == 250)
    }
}
