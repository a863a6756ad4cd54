import Workbench
import ExchangeModel
import Notation
import NowData
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let whoami = Command(
        "whoami", "Show the current instance, user and sign-in",
        details: """
            Roles, time zone and date format are shown if the instance lets you read them. Data formats print every
            member, empty if there is no value.
            """,
        traits: Traits(value: .answer),
        examples: [
            Example("whoami", "the instance, the user, and when the sign-in ends"),
            Example("whoami => me = .sys_id", "your own sys_id, kept as {{me}}"),
        ]
    ) { run in
        let link = try run.connected()
        let who = try await link.tables.currentUser()
        let own = try await OwnRecord(of: who, link.tables)
        let signIn = run.signIn
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
                Fact(name: "sign_in", value: signIn.kind.rawValue),
                Fact(name: "client_id", value: signIn.clientID ?? ""),
            ] + times(link.authenticating.status, signIn, at: run.now, in: run.zone)
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
private func times(
    _ status: SignInStatus, _ signIn: SignInChoice, at now: Timestamp, in zone: ZoneRule?
) -> [Fact] {
    func fact(_ name: String, _ time: Timestamp?) -> Fact {
        Fact(
            name: name, value: time?.glideText ?? "",
            shown: time.map { "\((zone ?? .utc).text(of: $0)) (\(Phrase.distance(of: $0, from: now)))" })
    }
    return [
        Fact(
            name: "session", value: status.session == nil ? "none" : "cookies",
            shown: status.session == nil ? "none" + signIn.kind.method.proof : "cookies"),
        fact("session_opened", status.session?.opened), fact("session_ends", status.session?.ends),
        fact("page_session_opened", status.pages?.opened), fact("page_session_ends", status.pages?.ends),
        Fact(name: "cookies", value: status.cookies.map(\.name).joined(separator: ",")),
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
            fields: ["role.name", "user.time_zone", "user.date_format"], limit: 1000, display: .value,
            skipsCount: true)
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
