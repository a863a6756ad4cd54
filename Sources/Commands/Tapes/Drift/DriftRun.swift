import Workbench
import CassetteStore
import ExchangeModel
import NowSDK
import TapeDeck

/// A request of a tape and what its answers of now differ in.
struct DriftCheck: Sendable {
    var read: TapeReads.Read
    var drift: AnswerDrift
    /// The first answer of now, as it would be recorded; nil if it does not differ.
    var answer: HTTPResponse?

    var isDrifted: Bool { !drift.observations.isEmpty }
}

extension Run {
    /// Sends each read twice to the current instance and compares the answers with the recorded one.
    ///
    /// The tape never answers, in extend mode neither. The requests are recorded outside epochs, so that they do not
    /// change what a replay of this session's tape answers.
    func driftChecks(
        _ reads: [TapeReads.Read], of cassette: Cassette
    ) async throws -> [DriftCheck] {
        var checks: [DriftCheck] = []
        guard !reads.isEmpty else { return checks }
        let transport = try connected().authenticating
        for read in reads {
            count(checks.count, of: reads.count, "request")
            guard let recorded = try cassette.answer(read.exchange) else { continue }
            let first = try await outcome(of: read.request, through: transport)
            let second = try await outcome(of: read.request, through: transport)
            let drift = AnswerDrift(of: read, recorded, .response(first), .response(second))
            checks.append(
                DriftCheck(
                    read: read, drift: drift,
                    answer: drift.observations.isEmpty
                        ? nil : first.moved(from: read.request.url.origin, to: read.recordedAt)))
        }
        return checks
    }

    /// The answer with placeholders for secrets, as a tape has it.
    private func outcome(
        of request: HTTPRequest, through transport: AuthenticatingTransport
    ) async throws -> HTTPResponse {
        try Task.checkCancellation()
        var request = request
        request.limits = requests.limits
        let response = try await transport.send(request)
        return redaction.redact(response, knowing: DocumentSecrets(of: request))
    }

    /// Asks for each answer that differs whether it replaces the recorded one, and stores it before the next question.
    ///
    /// - Returns: the exchanges whose answers were replaced.
    func acceptDrift(
        _ checks: [DriftCheck], onto cassette: Cassette, withoutAsking: Bool
    ) async throws -> Set<Int64> {
        var accepted: Set<Int64> = [], takesAll = withoutAsking
        defer { if !accepted.isEmpty { try? host.tapes.catalog.textsChanged(on: cassette.path) } }
        for check in checks {
            guard let answer = check.answer else { continue }
            if !takesAll {
                write(DriftReport.lines(of: check))
                let letter = try await choice(
                    "Accept this answer? y, n, a for all, or q to end: ", of: "ynaq",
                    withoutTerminal: "--yes accepts every answer.")
                if letter == "q" { break }
                if letter == "n" { continue }
                takesAll = letter == "a"
            }
            try cassette.replaceOutcome(of: check.read.exchange, with: answer)
            accepted.insert(check.read.exchange)
        }
        return accepted
    }
}
