import CassetteStore
import ExchangeModel
import NowSDK
import TapeDeck

/// A request of a tape and what its answers of now differ in.
struct DriftCheck: Sendable {
    var read: TapeReads.Read
    var drift: AnswerDrift
}

extension ShellSession {
    /// Sends each read twice to the current instance and compares the answers with the recorded one.
    ///
    /// The tape never answers, in extend mode neither. The requests are recorded outside epochs, so that they do not
    /// change what a replay of this session's tape answers.
    func driftChecks(
        _ reads: [TapeReads.Read], of cassette: Cassette, _ context: CommandContext
    ) async throws -> [DriftCheck] {
        var checks: [DriftCheck] = []
        guard !reads.isEmpty else { return checks }
        let transport = try connected().authenticating
        for read in reads {
            context.count(checks.count, of: reads.count, "request")
            guard let recorded = try cassette.answer(read.exchange) else { continue }
            let first = try await outcome(of: read.request, through: transport)
            let second = try await outcome(of: read.request, through: transport)
            checks.append(DriftCheck(read: read, drift: AnswerDrift(of: read, recorded, first, second)))
        }
        return checks
    }

    /// The answer with placeholders for secrets, as a tape has it.
    private func outcome(
        of request: HTTPRequest, through transport: AuthenticatingTransport
    ) async throws -> OutcomeRecord {
        try Task.checkCancellation()
        var request = request
        request.limits = requests.limits
        let response = try await transport.send(request)
        return .response(redaction.redact(response, knowing: DocumentSecrets(of: request)))
    }
}
