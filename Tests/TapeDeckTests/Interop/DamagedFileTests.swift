import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Damaged files of other programs: rejected or read, and what is read can be imported.
@Suite struct DamagedFileTests {
    @Test func damagedFilesNeverCrash() {
        let target = ImportFuzzTarget { bytes, format in
            guard let file = try? TapeFormat.named(format)?.read?(bytes, .test) else { return nil }
            let options = TapeImport.Options(instance: nil, bodyLimit: 1 << 20, version: "0.1")
            _ = try? TapeImport([file], options, secrets: SecretBook())
            return file.count
        }
        let report = FuzzRun(target, seed: 5).report(on: 0..<1500) { 0 }
        #expect(report.broken.isEmpty, "\(report.broken)")
        #expect(report.accepted > 100 && report.rejected > 100)
    }
}
