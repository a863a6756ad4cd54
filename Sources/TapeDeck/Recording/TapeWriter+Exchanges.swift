import CassetteStore
import ExchangeModel
import Synchronization

/// Exchanges: the request before it is sent, and its outcome.
extension TapeWriter {
    /// A write that waits for the tape.
    struct Entry: Sendable {
        var write: ExchangeWrite
        /// What the request's documents reveal about its response.
        var known = DocumentSecrets()

        var isRequest: Bool { if case .request = write { true } else { false } }
    }

    /// Commits the request, together with other exchanges that wait, and returns its number. Throws after a loss: a
    /// tape with a gap would be wrong.
    func reserve(_ request: HTTPRequest, at placement: EpochCounter.Placement) async throws(TapeError) -> Int64 {
        redaction.note(user: request.principal)
        let (redacted, obstacles) = Inspection.reading { redaction.redact(request) }
        let key = RequestKey(of: RequestParts(of: redacted))
        // Session and command are known when it is written.
        let record = RequestRecord(
            session: 0, command: nil, epoch: placement.epoch, purpose: request.purpose.rawValue, startedAt: clock.now,
            key: key.text, keyHash: key.hash, principal: redacted.principal, method: redacted.method.rawValue,
            url: redacted.url.description, headers: redacted.headers, body: redacted.body)
        let entry = Entry(write: .request(record), known: DocumentSecrets(of: request))
        let exchange = try await commits.add(entry, by: commit).get()
        note(obstacles, at: "exchange \(exchange)")
        return exchange
    }

    /// Keeps the reasons why a part of what was recorded was not searched for secrets.
    func note(_ obstacles: [Inspection.Obstacle], at place: @autoclosure () -> String) {
        guard !obstacles.isEmpty else { return }
        let place = place()
        traffic.withLock { traffic in
            traffic.unchecked += obstacles.map { UncheckedPart(place: place, reason: $0.description) }
        }
    }

    /// Commits the outcome, together with other exchanges that wait. If that fails, the loss is kept and nothing more
    /// is recorded; the response is still returned to the caller.
    func complete(_ exchange: Int64, with outcome: RequestCoalescer.Outcome) async {
        if let entry = entry(for: outcome, of: exchange) { _ = await commits.add(entry, by: commit) }
    }

    /// The same, alone and on the caller's thread.
    func completeNow(_ exchange: Int64, with outcome: RequestCoalescer.Outcome) {
        if let entry = entry(for: outcome, of: exchange) { _ = commit([entry]) }
    }

    private func entry(for outcome: RequestCoalescer.Outcome, of exchange: Int64) -> Entry? {
        switch outcome {
        case .success(let response):
            let known = traffic.withLock { $0.asked.removeValue(forKey: exchange) } ?? DocumentSecrets()
            let (redacted, obstacles) = Inspection.reading { redaction.redact(response, knowing: known) }
            note(obstacles, at: "exchange \(exchange)")
            return Entry(write: .outcome(.response(redacted), of: exchange))
        case .failure(let failure):
            if failure.kind == .tape { return nil }
            return Entry(write: .outcome(.failure(redaction.redact(failure)), of: exchange))
        }
    }

    /// Commits exchanges together and returns their numbers. If that fails, commits them one by one, so that each has a
    /// result of its own.
    private func commit(_ entries: [Entry]) -> [Result<Int64, TapeError>] {
        let numbers = state.withLock { state -> Result<[Int64], TapeError> in
            if let loss = state.loss, entries.contains(where: \.isRequest) { return .failure(.stopped(loss)) }
            do throws(CassetteError) {
                return .success(try write(entries, &state))
            } catch {
                if entries.count == 1, state.loss == nil, case .outcome(_, let exchange) = entries[0].write {
                    state.loss = TapeLoss(exchange: exchange, cause: error)
                }
                return .failure(TapeError(error))
            }
        }
        switch numbers {
        case .success(let numbers): return numbers.map { .success($0) }
        case .failure(let error): return entries.count == 1 ? [.failure(error)] : entries.flatMap { commit([$0]) }
        }
    }

    private func write(_ entries: [Entry], _ state: inout State) throws(CassetteError) -> [Int64] {
        let cassette = try opened(&state)
        if entries.contains(where: \.isRequest) { try hideLine(&state, on: cassette) }
        let command = state.commands.last?.id
        let numbers = try cassette.commit(
            entries.map { entry in
                guard case .request(var request) = entry.write else { return entry.write }
                request.session = state.session
                request.command = request.purpose == RequestPurpose.completion.rawValue ? nil : command
                return .request(request)
            })
        for (entry, number) in zip(entries, numbers) where !entry.known.hasNoResponseNames {
            traffic.withLock { $0.asked[number] = entry.known }
            if let last = state.commands.indices.last { state.commands[last].known.merge(entry.known) }
        }
        return numbers
    }
}
