import ExchangeModel
import NowData
import NowSDK
import Rendering
import TapeDeck

/// The commands that sign in and out.
enum SignInBodies {
    @Sendable static func connect(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let text = context.arguments.string("instance") ?? ""
        let profile = text.lowercased() == "sandbox" ? nil : try await session.profile(meant: text)
        return try await connect(session, context, to: text, profile)
    }

    /// Goes on with an instance and signs in there; when that fails, everything stays as it was.
    static func connect(
        _ session: isolated ShellSession, _ context: CommandContext, to text: String, _ profile: Profile?
    ) async throws -> CommandResult {
        let instance = try self.instance(text, profile, context.arguments, session)
        let profiled = profile?.signIn ?? SignInChoice()
        let choice = try await named(
            try profiled.taking(context.arguments, isTaped: session.slot.isPlaying), at: instance,
            command: "connect \(Quoting.word(text))", session)
        let before = session.connection
        session.use(instance, choice, profile: profile)
        do {
            if choice.kind == .guest {
                context.notes.add("Connected to \(session.shortName) as a guest.")
            } else {
                let who = try await session.tables().asking(for: .signIn).currentUser()
                context.notes.add("Connected to \(session.shortName) as \(who.displayName) (\(who.name)).")
            }
            if session.writeGuard == .readOnly {
                context.notes.add("Its profile is read-only: nothing is changed there.")
            }
            session.forgetRefusals(of: choice, by: instance)
        } catch {
            let failed = failure(error, choice, text, command: "connect \(Quoting.word(text))", session)
            session.goBack(to: before)
            throw failed
        }
        return CommandResult(.none)
    }

    /// Signs in at the present instance, with cookies and tokens of its own from the beginning.
    @Sendable static func login(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var choice = try session.signIn.taking(context.arguments, isTaped: session.slot.isPlaying)
        choice.remembers = context.arguments.flag("remember")
        choice = try await named(choice, at: session.instance, command: "login", session)
        let before = session.connection
        session.use(session.instance, choice, profile: session.profile)
        do {
            if choice.kind == .guest {
                context.notes.add("A guest at \(session.shortName) from now on.")
            } else {
                let who = try await identity(choice, session)
                context.notes.add("Signed in to \(session.shortName) as \(who).")
            }
            session.forgetRefusals(of: choice, by: session.instance)
        } catch {
            let failed = failure(error, choice, session.shortName, command: "login", session)
            session.goBack(to: before)
            throw failed
        }
        return CommandResult(.none)
    }

    @Sendable static func logout(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let name = session.shortName
        let authenticating = session.connection.link?.authenticating
        let status = authenticating?.status
        let hasTokens = status?.token != nil || status?.kind?.isOAuth ?? false
        var result = CommandResult(.none), isRevoked = false
        do {
            try await authenticating?.revoke()
            isRevoked = hasTokens
            context.notes.add(
                hasTokens
                    ? "Signed out of \(name): its tokens are revoked, and its cookies forgotten."
                    : status?.hasSession ?? false
                        ? "Signed out of \(name): its cookies are forgotten." : "Nobody was signed in at \(name).")
        } catch {
            context.notes.add("Tokens and cookies of \(name) are forgotten here, and may still be good there.")
            result.problems.append(ProblemMaking.problem(error))
        }
        let host = session.host, instance = session.instance, signIn = session.signIn
        if context.arguments.flag("forget") {
            let had = try await forgotten("forgotten secret", session) {
                try await host.credentials.forgetSecret(for: instance, signIn)
            }
            context.notes.add(had ? "The keyring has forgotten it." : "The keyring had nothing for it.")
        } else if isRevoked {
            do {
                let had = try await forgotten("forgotten token", session) {
                    try await host.credentials.forgetRevokedToken(for: instance, signIn)
                }
                if had { context.notes.add("The keyring has forgotten what renewed them.") }
            } catch TapeError.noInput {
                // A tape from before this was asked knows of none.
            }
        }
        if session.signIn.kind != .guest { context.notes.add("The next command that asks \(name) signs in again.") }
        return result
    }

    /// What the keyring did, live or by the tape.
    private static func forgotten(
        _ name: String, _ session: isolated ShellSession, _ forget: @escaping @Sendable () async throws -> Bool
    ) async throws -> Bool {
        do {
            return try await session.input(.setting, name) { try await forget() ? "true" : "false" } == "true"
        } catch let failure as InputFailure {
            throw Problem(.refused, failure.message)
        }
    }

    private static func failure(
        _ error: any Error, _ choice: SignInChoice, _ name: String, command: String, _ session: isolated ShellSession
    ) -> FailedSignIn {
        FailedSignIn(
            cause: error, choice: choice, name: name, command: command,
            timesRefused: session.countRefusals(of: choice, by: session.instance))
    }

    private static func instance(
        _ text: String, _ profile: Profile?, _ arguments: BoundArguments, _ session: isolated ShellSession
    ) throws(Problem) -> Instance {
        if text.lowercased() == "sandbox" { return session.options.sandbox }
        if let profile { return profile.instance }
        do throws(InstanceError) {
            return try Instance(text)
        } catch {
            throw arguments.problem(
                .usage, error.message, at: "instance",
                hints: ["connect https://NAME.service-now.com", "connect sandbox"])
        }
    }

    /// The choice with somebody's name where one is wanted: the sandbox has its own person, else it is asked for.
    private static func named(
        _ choice: SignInChoice, at instance: Instance, command: String, _ session: isolated ShellSession
    ) async throws -> SignInChoice {
        guard choice.user == nil, choice.kind.wantsUser else { return choice }
        var choice = choice
        if instance == session.options.sandbox {
            choice.user = session.options.sandboxUser
            return choice
        }
        func unknown(_ why: String) -> Problem {
            Problem(
                .refused, "The user name at \(instance.name) is not known. \(why)",
                hints: ["\(command)\(choice.withoutPlaces.words) --user NAME"])
        }
        let answer: String
        do {
            // The tape knows the question without the name that this machine remembers.
            let question = "User name at \(instance.name)"
            answer = try await session.input(.answer, question + ": ") { [host = session.host] in
                let last = host.credentials.lastUser(at: instance)
                let typed = try await host.terminal.ask(question + (last.map { " [\($0)]: " } ?? ": "))
                return typed.allSatisfy(\.isWhitespace) ? last ?? typed : typed
            }
        } catch let failure as InputFailure {
            throw unknown(failure.message)
        }
        guard !answer.allSatisfy(\.isWhitespace) else { throw unknown("No answer was given.") }
        choice.user = answer
        return choice
    }

    /// Who signs in: `John Doe (john.doe)`. An instance that does not show one's own record has let one in all the same.
    private static func identity(_ choice: SignInChoice, _ session: isolated ShellSession) async throws -> String {
        let tables = try session.tables().asking(for: .signIn)
        guard let user = choice.user else {
            let who = try await tables.currentUser()
            return "\(who.displayName) (\(who.name))"
        }
        do throws(RequestFailure) {
            return try await tables.user(named: user).map { "\($0.displayName) (\(user))" } ?? user
        } catch {
            guard case .refused(let refusal) = error, refusal.kind == .forbidden || refusal.kind == .notFound else {
                throw error
            }
            return user
        }
    }
}
