import TestSupport
import Testing

@testable import NowSDK

/// Thousands of damaged answers: each is read or refused, and what is read can be used.
@Suite struct AnswerPropertyTests {
    @Test func anyTokenAnswerIsReadOrRefused() {
        check(TokenAnswerSubject())
    }

    @Test func anyAnswerOfABrowserIsReadOrRefused() throws {
        check(AuthorizationAnswerSubject(request: try AuthorizationRequestTests.request()))
    }

    private func check(_ subject: any FuzzSubject) {
        let report = FuzzRun(subject, seed: 5).report(on: 0..<5000) { 0 }
        #expect(report.broken.isEmpty, "\(report.broken)")
        #expect(report.accepted > 300 && report.refused > 500, "\(report)")
    }
}
