import CassetteStore
import ExchangeModel
import NowData
import NowSDK
import TapeDeck

extension ShellSession {
    /// The deck, with a cassette put in when it was still waiting for one.
    func openDeck() throws(Problem) -> any Deck {
        if let deck = slot.deck { return deck }
        switch slot {
        case .waiting(let chosen, let replacing):
            let path = chosen ?? workbench.freshCassettePath()
            let deck = try newRecording(onto: path, replacing: replacing)
            slot = .recording(deck, path: path)
            return deck
        case .waitingToExtend(let path):
            let deck = ExtendingDeck(try newRecording(onto: path, replacing: false))
            slot = .extending(deck, path: path)
            return deck
        case .recording, .extending, .playing: throw Problem(.internal, "There is no cassette in the deck.")
        }
    }

    private func newRecording(onto path: String, replacing: Bool) throws(Problem) -> RecordingDeck {
        recordedWidth = ownChoices.settings.width
        recordedUser = ownChoices.signIn.user
        recordedZone = liveZone(ownChoices.settings)
        return try workbench.record(onto: path, replacing: replacing, session: sessionRecord)
    }

    /// Puts a cassette in to be recorded onto. It is opened before the present one is given up, so that a cassette that
    /// cannot be opened changes nothing.
    func record(onto path: String, replacing: Bool) throws(Problem) {
        if slot.path == path { try change(to: .waiting(path: path, replacing: replacing)) }
        let deck = try newRecording(onto: path, replacing: replacing)
        do throws(TapeError) {
            try deck.open()
        } catch {
            throw ProblemMaking.problem(error)
        }
        try change(to: .recording(deck, path: path))
    }

    /// Puts a cassette in to be extended, as `record(onto:replacing:)` does for recording.
    func extend(_ path: String) throws(Problem) {
        if slot.path == path { try change(to: .waitingToExtend(path: path)) }
        let deck = ExtendingDeck(try newRecording(onto: path, replacing: false))
        do throws(TapeError) {
            try deck.open()
        } catch {
            throw ProblemMaking.problem(error)
        }
        try change(to: .extending(deck, path: path))
    }

    /// Puts another cassette in, closing the one that was there. What a played one had brought goes with it.
    func change(to slot: DeckSlot) throws(Problem) {
        do throws(TapeError) {
            try self.slot.deck?.close()
        } catch {
            throw ProblemMaking.problem(error)
        }
        self.slot = slot
        link = nil
        takeBackOwnChoices()
    }

    /// What the tape says of this session.
    private var sessionRecord: SessionRecord {
        let own = ownChoices
        return SessionRecord(
            startedAt: workbench.clock.now, instance: own.instance.description, user: own.signIn.user,
            zone: recordedZone?.name ?? ZoneRule.utc.name, zoneRules: recordedZone?.text ?? ZoneRule.untold,
            width: own.settings.width, version: options.version, policy: "",
            settings: SessionChoices(
                settings: own.settings.values, variables: own.variables, profile: own.profile, signIn: own.signIn
            ).text, seed: options.seed)
    }

    /// The way to the present instance, made when it is first needed.
    func connected() throws(Problem) -> InstanceLink {
        if let link { return link }
        let deck = try openDeck()
        let source: any CredentialSource =
            slot.isPlaying
            ? PlayedSignIn(user: user, deck: deck)
            : RecordedSignIn(
                next: workbench.credentials(for: instance, signIn), user: user, deck: deck,
                isUserKnown: user == recordedUser)
        let retries = retries
        let retrying = RetryingTransport(
            next: guarded(deck.transport), clock: deck.clock, isSafe: Safety.isSafe, watch: { retries.current })
        let authenticating = AuthenticatingTransport(
            instance: instance, next: retrying, credentials: source, secrets: workbench.secrets, clock: deck.clock)
        let limits = limits
        let transport = LimitingTransport(next: extended(authenticating), asked: asked) { limits.current }
        let made = InstanceLink(authenticating: authenticating, instance: instance, transport: transport)
        link = made
        return made
    }

    /// A tape that is extended answers above the sign-in.
    private func extended(_ authenticating: AuthenticatingTransport) -> any Transport {
        guard case .extending(let deck, _) = slot else { return authenticating }
        let origin = instance.origin.origin, user = user
        let extending = deck.transport(
            over: authenticating, as: { $0.url.origin == origin ? user : nil }, stands: StandingAnswer.isOne)
        // A step sees what the tape answers as well.
        return options.step.map { WatchedTransport(next: extending, surroundings: $0) } ?? extending
    }

    /// What a read-only profile forbids is stopped below everything that commands send by.
    private func guarded(_ transport: any Transport) -> any Transport {
        var transport = options.step.map { GatedTransport(next: transport, surroundings: $0) } ?? transport
        if let origin = options.onlyOrigin { transport = OneOriginTransport(next: transport, origin: origin) }
        guard let profile, writeGuard == .readOnly else { return transport }
        return ReadOnlyTransport(next: transport, profile: profile.name)
    }

    func tables() throws(Problem) -> TableClient { try connected().tables }

    /// Goes on with another instance or signed in otherwise.
    func use(_ instance: Instance, _ signIn: SignInChoice, profile: Profile?) {
        self.instance = instance
        // Nothing on a tape decides where a secret comes from.
        self.signIn = slot.isPlaying ? signIn.withoutPlaces : signIn
        self.profile = profile
        link = nil
        completion = nil
    }

    /// Something a command reads from outside, as text.
    func input(_ kind: InputKind, _ name: String, read: @escaping @Sendable () async throws -> String) async throws
        -> String
    {
        let deck = try openDeck()
        let bytes = try await deck.input(kind, name) {
            do {
                return Array(try await read().utf8)
            } catch let problem as Problem {
                // What was called off is no answer; the tape tells the two apart.
                if problem.kind == .interrupted { throw CancellationError() }
                throw InputFailure(kind, name, problem.message)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An answer of whoever sits at the terminal.
    func ask(_ question: String) async throws -> String {
        try await input(.answer, question) { [workbench] in try await workbench.ask(question) }
    }

    /// Ends the sitting after this line.
    func end() { isOver = true }

    /// Ends the session: the command that runs is interrupted, and none runs after it. Says whether the caller is to close
    /// it, because no command runs and it is not closed.
    package func stop() -> Bool {
        (isOver, isStopped) = (true, true)
        guard !running.isRunning else {
            interrupt()
            return false
        }
        return !isClosed
    }

    /// Closes it, and writes what is wrong with the tape to standard error.
    package func closeOrSay() {
        do throws(Problem) { try close() } catch { _ = say(error, from: nil) }
    }

    /// Closes the tape under a command that does not end, when nobody can wait for it any longer.
    package nonisolated func closeUnderCommand() { try? running.deck?.close() }

    /// Closes the tape. To be called when no line is running.
    package func close() throws(Problem) {
        isClosed = true
        do throws(TapeError) {
            try slot.deck?.close()
        } catch {
            throw ProblemMaking.problem(error)
        }
    }
}
