package import CassetteStore
import ExchangeModel
import Redactors

/// A recorded answer, compared with the answers that the instance gives now.
///
/// The same request is sent twice. What differs between both answers is noise, and no drift.
package struct AnswerDrift: Sendable {
    /// The worst first.
    package let findings: [Finding]
    /// How many differences are noise.
    package let noise: Int
    /// How many values are times and update counters.
    package let moved: Int

    package init(
        of read: TapeReads.Read, _ recorded: OutcomeRecord, _ first: OutcomeRecord, _ second: OutcomeRecord
    ) {
        let old = recorded.comparable(at: read.request.url.origin, recordedAt: read.recordedAt)
        let drift = AnswerComparison(old, first.comparable())
        let unstable = Set(AnswerComparison(first.comparable(), second.comparable()).findings.map(\.spot))
        let stable = drift.findings.filter { !unstable.contains($0.spot) }
        findings = Finding.grouped(stable)
        noise = drift.findings.count - stable.count
        moved = drift.moved
    }

    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }
}
