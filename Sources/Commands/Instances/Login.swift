import CassetteStore
import ExchangeModel
import Notation
import NowData
import NowSDK
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let remember = Flag<Bool>("remember", "Store the accepted secret in the keyring")
    fileprivate static let forget = Flag<Bool>("forget", "Remove everything in the keyring for this sign-in")
}

extension Command {
    static let login = Command(
        "login",
        flags: Parameter.signIn + [
            .remember
        ],
        traits: Traits(choosesInstance: true, inRecipes: .never("chooses the sign-in"))
    ) { run in
        var choice = try run.signIn.taking(run.arguments, isTaped: run.slot.isPlaying)
        choice.remembers = run.arguments[.remember]
        choice = try await SignInSteps.named(choice, at: run.instance, command: "login", run)
        let before = run.connection
        if !run.slot.isPlaying { run.host.credentials.forgetAccepted(at: run.instance) }
        run.use(run.instance, choice, profile: run.profile)
        do {
            if choice.kind == .guest {
                run.notes.add("You are now a guest at \(run.shortName).")
            } else {
                let who = try await SignInSteps.identity(choice, run)
                run.notes.add("Signed in to \(run.shortName) as \(who).")
            }
            run.resetRejections(of: choice, by: run.instance)
        } catch {
            let failed = SignInSteps.failure(error, choice, run.shortName, command: "login", run)
            run.goBack(to: before)
            throw failed
        }
        return CommandResult(.none)
    }

    static let logout = Command(
        "logout", flags: [.forget], traits: Traits(choosesInstance: true, inRecipes: .never("chooses the sign-in"))
    ) { run in
        let name = run.shortName
        let authenticating = run.connection.link?.authenticating
        let status = authenticating?.status
        let hasTokens = status?.token != nil || status?.kind?.isOAuth ?? false
        let isBrowser = status?.kind == .browser || status?.kind == .paste
        var result = CommandResult(.none), isRevoked = isBrowser
        do {
            try await authenticating?.revoke()
            isRevoked = isRevoked || hasTokens
            if !run.slot.isPlaying { run.host.credentials.forgetAccepted(at: run.instance) }
            run.notes.add(
                hasTokens
                    ? "Signed out of \(name): its tokens were revoked, and its cookies deleted."
                    : isBrowser
                        ? "Signed out of \(name): the browser's session was ended"
                            + (status?.kind == .browser ? ", and its profile deleted." : ".")
                        : status?.hasSession ?? false
                            ? "Signed out of \(name): its cookies were deleted." : "There was no sign-in at \(name).")
        } catch {
            run.notes.warn("Tokens and cookies of \(name) were deleted here, but may still be valid there.")
            result.problems.append(ProblemMapper.problem(error))
        }
        let host = run.host, instance = run.instance, signIn = run.signIn
        if run.arguments[.forget] {
            let had = try await forgotten("forgotten secret", run) {
                try await host.credentials.forgetSecret(for: instance, signIn)
            }
            run.notes.add(had ? "It was removed from the keyring." : "The keyring had no entry for it.")
        } else if isRevoked {
            do {
                let had = try await forgotten("forgotten token", run) {
                    try await host.credentials.forgetRevokedToken(for: instance, signIn)
                }
                let what = isBrowser ? "session" : "refresh token"
                if had { run.notes.add("The \(what) was removed from the keyring.") }
            } catch TapeError.noInput {
                // Tapes recorded before this request existed do not have it.
            }
        }
        if run.signIn.kind != .guest { run.notes.add("The next command that asks \(name) signs in again.") }
        return result
    }
}

/// The result of the keyring, live or recorded.
private func forgotten(
    _ name: String, _ run: isolated Run, _ forget: @escaping @Sendable () async throws -> Bool
) async throws -> Bool {
    do {
        return try await run.input(.setting, name) { try await forget() ? "true" : "false" } == "true"
    } catch let failure as InputFailure {
        throw Problem(.refused, failure.message)
    }
}

extension Command {
    static let whoami = Command("whoami", traits: Traits(value: .answer)) { run in
        let link = try run.connected()
        let who = try await link.tables.currentUser()
        let own = try await OwnRecord(of: who, link.tables)
        let signIn = run.signIn, isOther = run.arguments.has(.asUser)
        let proof = isOther ? "cookies, until the command ends" : "none" + signIn.kind.method.proof
        let facts =
            [
                Fact(name: "instance", value: run.instance.description),
                Fact(name: "profile", value: run.profile?.name ?? ""),
                Fact(name: "guard", value: run.writeGuard.rawValue),
                Fact(name: "user_name", value: who.name), Fact(name: "name", value: who.displayName),
                Fact(name: "sys_id", value: who.sysID),
                Fact(name: "roles", value: own.roles.joined(separator: ","), shown: own.shownRoles),
                Fact(name: "time_zone", value: own.timeZone ?? "", shown: own.shown(own.timeZone)),
                Fact(name: "date_format", value: own.dateFormat ?? "", shown: own.shown(own.dateFormat)),
                Fact(name: "sign_in", value: isOther ? "impersonation" : signIn.kind.rawValue),
                Fact(name: "client_id", value: signIn.clientID ?? ""),
            ] + times(link.authenticating.status, proof, at: run.now, in: run.zone)
        let forPrograms = run.format(of: run.arguments).isForPrograms
        let shown = forPrograms ? facts : facts.filter { !($0.shown ?? $0.value).isEmpty }
        return CommandResult(
            .record(
                columns: shown.map { OutputColumn($0.name) }, cells: shown.map { Cell($0.value, display: $0.shown) })
        ) {
            .object(facts.map { JSON.Member($0.name, .string($0.value)) })
        }
    }
}

private struct Fact {
    let name: String
    var value = ""
    /// The text for people; a fact without one is for programs only.
    var shown: String?
}

/// The known times of sessions and token, as of the command's time. Of cookies only the names are shown.
private func times(_ status: SignInStatus, _ proof: String, at now: Timestamp, in zone: ZoneRule?) -> [Fact] {
    func fact(_ name: String, _ time: Timestamp?) -> Fact {
        Fact(
            name: name, value: time?.glideText ?? "",
            shown: time.map { "\((zone ?? .utc).text(of: $0)) (\(Phrase.distance(of: $0, from: now)))" })
    }
    // Those for pages may have the same names.
    var names: Set<String> = []
    let cookies = status.cookies.map(\.name).filter { names.insert($0).inserted }
    return [
        Fact(
            name: "session", value: status.session == nil ? "none" : "cookies",
            shown: status.session == nil ? proof : "cookies"),
        fact("session_opened", status.session?.opened), fact("session_ends", status.session?.ends),
        fact("page_session_opened", status.pages?.opened), fact("page_session_ends", status.pages?.ends),
        Fact(name: "cookies", value: cookies.joined(separator: ",")),
        fact("token_created", status.token?.obtained), fact("token_expires", status.token?.ends),
        Fact(
            name: "renewable", value: status.token.map { String($0.hasRefresh) } ?? "",
            shown: status.token.map { $0.hasRefresh ? "true" : "false: another is asked for when it ends" }),
        Fact(name: "token_scope", value: status.token?.scope ?? ""),
    ]
}

/// A user's own record as far as the user may read it. Roles are dot-walked to the user, so one request fetches both.
private struct OwnRecord {
    private(set) var roles: [String] = []
    /// Empty for the instance's default; nil if unknown.
    private(set) var timeZone: String?
    private(set) var dateFormat: String?
    private var isWithheld = false

    /// Requests the record. Older tapes do not have it.
    init(of user: CurrentUser, _ tables: TableClient) async throws {
        guard !user.sysID.isEmpty else { return }
        let read = TableRead(
            "sys_user_has_role", query: "user=" + user.sysID,
            fields: ["role.name", "user.time_zone", "user.date_format"], limit: 1000, display: .value, skipsCount: true)
        do throws(RequestFailure) {
            let rows = try await tables.list(read).rows
            roles = Set(rows.compactMap { $0["role.name"]?.value }.filter { !$0.isEmpty }).sorted()
            timeZone = rows.first?["user.time_zone"]?.value
            dateFormat = rows.first?["user.date_format"]?.value
        } catch {
            if case .errorResponse(let errorResponse) = error,
                errorResponse.kind == .forbidden || errorResponse.kind == .notFound
            {
                isWithheld = true
            } else if ProblemMapper.tapeError(in: error)?.miss == nil {
                throw error
            }
        }
    }

    var shownRoles: String {
        if isWithheld { return "the instance does not show them" }
        return roles.isEmpty ? "none that may be seen" : roles.joined(separator: ", ")
    }

    func shown(_ value: String?) -> String? { value.map { $0.isEmpty ? "the instance's default" : $0 } }
}
