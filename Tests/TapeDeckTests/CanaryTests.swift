import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// Secrets in every notation and every place of a tape. The audit must find whatever redaction misses, and vice versa:
/// both use the same table of places.
struct CanaryTests {
    /// The place on a tape where a canary is recorded.
    private static func redacted(_ canary: SecretCanary, by redaction: Redaction) -> [UInt8] {
        let text = String(decoding: canary.text, as: UTF8.self)
        switch canary.place {
        case .requestBody:
            var request = HTTPRequest(
                .post, HTTPURL("https://h.example.com/x")!, headers: ["Content-Type": canary.context])
            request.body = canary.text
            return redaction.redact(request).body ?? []
        case .answerBody:
            let headers: HeaderFields = ["Content-Type": canary.context]
            return redaction.redact(HTTPResponse(status: 200, headers: headers, body: canary.text)).body
        case .path: return Array(redaction.redact(HTTPURL("https://h.example.com" + text)!).description.utf8)
        case .query: return Array(redaction.redact(HTTPURL("https://h.example.com/x?" + text)!).description.utf8)
        case .requestHeader:
            let request = HTTPRequest(
                .get, HTTPURL("https://h.example.com/x")!, headers: HeaderFields([HeaderField(canary.context, text)]))
            return Array((redaction.redact(request).headers[canary.context] ?? "").utf8)
        case .answerHeader:
            let response = HTTPResponse(status: 200, headers: HeaderFields([HeaderField(canary.context, text)]))
            return Array((redaction.redact(response).headers[canary.context] ?? "").utf8)
        case .reason: return Array(redaction.redact(HTTPResponse(status: 403, reason: text)).reason.utf8)
        case .line, .pasted, .alias: return Array(redaction.redactLine(canary.context + " " + text).utf8)
        case .pipeline: return Array(redaction.redactLine("table list incident | " + text).utf8)
        case .input: return redaction.redactInput(canary.text)
        }
    }

    @Test func canaryCountIsSufficient() {
        let all = SecretCanaries.all
        // A short and a long secret in one notation count once.
        let notations = Set(all.map { "\($0.place) \($0.shape) \($0.encoding)" })
        let shapes = Set(all.map { "\($0.place) \($0.shape)" })
        #expect(notations.count >= 600, "\(all.count) canaries, \(notations.count) notations, \(shapes.count) shapes")
        #expect(shapes.count >= 600)
        expectEqual(Set(SecretCanaries.all.map(\.secret)).count, SecretCanaries.all.count)
        for place in SecretCanary.Place.allCases { #expect(SecretCanaries.all.contains { $0.place == place }) }
    }

    @Test(arguments: SecretCanaries.all)
    func everyCanaryIsRedacted(_ canary: SecretCanary) throws {
        // One at a time, so that a secret learned from one canary does not help with another.
        let redaction = Redaction(secrets: SecretBook())
        let after = Self.redacted(canary, by: redaction)
        expectEqual(after.firstRange(of: canary.written), nil)
        expectEqual(after.firstRange(of: Array(canary.secret.utf8)), nil, "\(String(decoding: after, as: UTF8.self))")
        var again = canary
        again.text = after
        switch canary.place {
        case .requestBody, .answerBody, .input: expectEqual(Self.redacted(again, by: redaction), after)
        case .path, .query, .requestHeader, .answerHeader, .reason, .line, .pipeline, .pasted, .alias: break
        }
        // The text differs only where the secret was.
        if canary.text.firstRange(of: Array(canary.secret.utf8)) != nil, canary.place == .answerBody {
            let pieces = canary.text.split(separator: Array(canary.secret.utf8))
            for piece in pieces {
                #expect(after.firstRange(of: Array(piece)) != nil, "\(String(decoding: after, as: UTF8.self))")
            }
        }
    }

    /// Some canaries on each tape, each with its own command and exchange: making a tape takes longer than auditing it.
    @Test(arguments: Array(stride(from: 0, to: SecretCanaries.all.count, by: 40)))
    func auditFindsEveryCanary(from first: Int) throws {
        let canaries = SecretCanaries.all[first...].prefix(40)
        let folder = TemporaryFolder()
        let cassette = try Cassette.recording(at: folder.tape)
        let session = try cassette.beginSession(.sample())
        for canary in canaries { try Self.plant(canary, on: cassette, session) }
        let findings = Audit(of: cassette).findings
        let found = Set(findings.map(\.holder)), exchanges = Set(findings.compactMap(\.exchange))
        for (number, canary) in zip(1..., canaries) {
            #expect(found.contains("command \(number)") || exchanges.contains(Int64(number)), "\(canary)")
        }
    }

    /// Records a canary as if redaction had missed it.
    private static func plant(_ canary: SecretCanary, on cassette: Cassette, _ session: Int64) throws {
        let text = String(decoding: canary.text, as: UTF8.self)
        var request = RequestRecord.planted(session: session, url: "https://h.example.com/x")
        var response = HTTPResponse(status: 200, headers: [:], body: [])
        var line = "go", input: [UInt8] = []
        switch canary.place {
        case .requestBody: (request.headers, request.body) = (["Content-Type": canary.context], canary.text)
        case .answerBody:
            response = HTTPResponse(status: 200, headers: ["Content-Type": canary.context], body: canary.text)
        case .path: request.url = "https://h.example.com" + text
        case .query: request.url = "https://h.example.com/x?" + text
        case .requestHeader: request.headers = HeaderFields([HeaderField(canary.context, text)])
        case .answerHeader: response.headers = HeaderFields([HeaderField(canary.context, text)])
        case .reason: response.reason = text
        case .line, .pasted, .alias: line = canary.context + " " + text
        case .pipeline: line = "table list incident | " + text
        case .input: input = canary.text
        }
        let command = try cassette.beginCommand(
            CommandRecord(session: request.session, line: line, now: Timestamp(seconds: 0)))
        try cassette.add(InputRecord(kind: "file", name: "f", content: input), to: command)
        try cassette.complete(cassette.reserve(request), with: .response(response))
    }
}
