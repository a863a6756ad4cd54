import CassetteStore
import NowData
package import NowSDK
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let connectedInstance = Argument<String>(
        "instance", .instance, "A profile, or the name or URL of an instance")
}

extension Command {
    static let connect = Command(
        "connect",
        arguments: [.connectedInstance],
        flags: Parameter.signIn, traits: Traits(choosesInstance: true, inRecipes: .never("chooses the instance"))
    ) { run in
        let text = run.arguments[.connectedInstance] ?? ""
        let profile = text.lowercased() == "sandbox" ? nil : try await run.profile(matching: text)
        return try await SignInSteps.connect(run, to: text, profile)
    }
}

/// Shared by `connect`, `login` and `profile use`.
package enum SignInSteps {
    /// Switches to an instance and signs in there; on failure, everything stays as before.
    static func connect(_ run: isolated Run, to text: String, _ profile: Profile?) async throws -> CommandResult {
        let instance = try self.instance(text, profile, run.arguments, run)
        let profiled = profile?.signIn ?? SignInChoice()
        let choice = try await named(
            try profiled.taking(run.arguments, isTaped: run.slot.isPlaying), at: instance,
            command: "connect \(Quoting.word(text))", run)
        let before = run.connection
        run.use(instance, choice, profile: profile)
        do {
            if choice.kind == .guest {
                run.notes.add("Connected to \(run.shortName) as a guest.")
            } else {
                let who = try await run.tables().asking(for: .signIn).currentUser()
                run.notes.add("Connected to \(run.shortName) as \(who.displayName) (\(who.name)).")
            }
            if run.writeGuard == .readOnly { run.notes.add("Its profile is read-only: nothing is changed there.") }
            run.resetRejections(of: choice, by: instance)
        } catch {
            let failed = failure(error, choice, text, command: "connect \(Quoting.word(text))", run)
            run.goBack(to: before)
            throw failed
        }
        return CommandResult(.none)
    }

    static func failure(
        _ error: any Error, _ choice: SignInChoice, _ name: String, command: String, _ run: isolated Run
    ) -> FailedSignIn {
        FailedSignIn(
            cause: error, choice: choice, name: name, command: command,
            rejectionCount: run.countRejections(of: choice, by: run.instance))
    }

    static func instance(
        _ text: String, _ profile: Profile?, _ arguments: BoundArguments, _ run: isolated Run
    ) throws(Problem) -> Instance {
        if text.lowercased() == "sandbox" { return run.options.sandbox }
        if let profile { return profile.instance }
        do throws(InstanceError) {
            return try Instance(text)
        } catch {
            throw arguments.problem(
                .usage, error.message, at: .connectedInstance,
                hints: ["connect https://NAME.service-now.com", "connect sandbox"])
        }
    }

    /// The question for a user name, with the default answer.
    package static func userQuestion(
        _ instance: Instance, _ last: String?, isAgain: Bool = false, offersBrowser: Bool
    ) -> String {
        let opening = isAgain ? "\(instance.name) did not accept it. User name" : "User name at \(instance.name)"
        return opening + (offersBrowser ? ", or Enter for the browser" : last.map { " [\($0)]" } ?? "") + ": "
    }

    /// The answer that stands for a kind of sign-in without a user name.
    private static func answer(for kind: SignInKind) -> String { "--sign-in " + kind.rawValue }

    /// The choice with a user name if one is needed: the sandbox's default user, that of an earlier `connect`, or the
    /// answer to a prompt, where Enter may choose the browser.
    static func named(
        _ choice: SignInChoice, at instance: Instance, command: String, _ run: isolated Run
    ) async throws -> SignInChoice {
        guard choice.user == nil, choice.kind.wantsUser else { return choice }
        var choice = choice
        if instance == run.options.sandbox {
            choice.user = run.options.sandboxUser
            return choice
        }
        func unknown(_ why: String) -> Problem {
            Problem(
                .refused, "Signing in to \(instance.name) needs a user name. \(why)",
                hints: ["\(command)\(choice.withoutSources.words) --user NAME"])
        }
        let answer: String
        do {
            // The recorded prompt does not contain the default that this machine knows.
            let question = userQuestion(instance, nil, offersBrowser: false)
            answer = try await run.input(.answer, question) { [host = run.host, kind = choice.kind] in
                if kind == .basic, let known = host.credentials.accepted(at: instance) {
                    if known.kind == .basic, let user = known.user { return user }
                    if known.kind != .basic, known.kind.flags.needed.isEmpty { return Self.answer(for: known.kind) }
                }
                let last = host.credentials.lastUser(at: instance)
                let offersBrowser = kind == .basic && last == nil && host.credentials.canOpenBrowser(at: instance)
                let typed = try await host.terminal.ask(userQuestion(instance, last, offersBrowser: offersBrowser))
                guard typed.allSatisfy(\.isWhitespace) else { return typed }
                return offersBrowser ? Self.answer(for: .browser) : last ?? typed
            }
        } catch let failure as InputFailure {
            throw unknown(failure.message)
        }
        guard !answer.allSatisfy(\.isWhitespace) else { throw unknown("No answer was given.") }
        if let kind = SignInMethod.all.map(\.kind).first(where: { Self.answer(for: $0) == answer }) {
            choice.kind = kind
        } else {
            choice.user = answer
        }
        return choice
    }

    /// The signed-in user: `John Doe (john.doe)`. Sign-in counts as successful even if the user's own record is not
    /// readable.
    static func identity(_ choice: SignInChoice, _ run: isolated Run) async throws -> String {
        let tables = try run.tables().asking(for: .signIn)
        guard let user = choice.user else {
            let who = try await tables.currentUser()
            return "\(who.displayName) (\(who.name))"
        }
        do throws(RequestFailure) {
            return try await tables.user(named: user).map { "\($0.displayName) (\(user))" } ?? user
        } catch {
            guard case .errorResponse(let errorResponse) = error,
                errorResponse.kind == .forbidden || errorResponse.kind == .notFound
            else {
                throw error
            }
            return user
        }
    }
}
