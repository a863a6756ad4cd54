import Foundation
import TestSupport

/// An instance that gives away everything it is told and everything it issues: in answers, headers, refusals, pages and
/// addresses. What is short it gives away only where such a thing stands on a real instance; what is long, everywhere.
struct TellingInstance {
    /// What the instance issues by itself, by what it is.
    struct Issue: Sendable {
        let access, refresh, identity, cookie, page, code, state: String

        /// Tokens as instances make them.
        static let long = Issue(
            access:
                "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJqYW5lIiwianRpIjoiNzcxOSJ9.Zm9yZ2VkLXNpZ25hdHVyZS0wMDE",
            refresh: "Rf7hQ2mZx0LpT9vB3nKcUs4wEy8gJ1aD",
            identity:
                "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.aWRlbnRpdHktc2lnbmF0dXJl",
            cookie: "4F0C1B7E9A2D4C6688AF3350D1B2C7E9",
            page: String(repeating: "5f3a9b1c", count: 9), code: "Cd5tY8wQe1RuI4oPz6Xs", state: "8xLoQ0tZr7GpT2mB")
        /// The shortest that still differ from everyday words. The token of a page never is: it has 72 digits.
        static let short = Issue(
            access: "aQ7!x1", refresh: "rQ7!x2", identity: "iQ7!x3", cookie: "kQ7-x4",
            page: String(repeating: "0d4c7e21", count: 9),
            code: "cQ7-x6", state: "sQ7-x7")

        var secrets: [SecretForms] {
            let named = [
                "the access token": access, "the refresh token": refresh, "the identity token": identity,
                "the cookie": cookie, "the page's token": page, "the code": code, "the state": state,
            ]
            return named.map { SecretForms($0.key, $0.value) }
        }
    }

    /// - Parameter told: what it was told and repeats everywhere; nothing short.
    static func start(_ issue: Issue, repeating told: [String]) -> FarInstance {
        let texts = told.flatMap { [$0, "x" + Data($0.utf8).base64EncodedString()] } + long(issue)
        let session = [
            "Set-Cookie: JSESSIONID=\(issue.cookie); Path=/; HttpOnly", "X-Is-Logged-In: true",
            "X-UserToken-Response: \(issue.page)",
        ]
        return FarInstance { request in
            let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
            switch path.prefix(while: { $0 != "?" }) {
            case "/oauth_token.do":
                return FarInstance.answer(
                    "200 OK", session,
                    body: """
                        {"access_token":"\(issue.access)","refresh_token":"\(issue.refresh)","id_token":"\(issue.identity)",\
                        "scope":"useraccount","token_type":"Bearer","expires_in":1799}
                        """)
            case "/sent_back.do":
                return FarInstance.answer(
                    "302 Found", session + ["Location: /callback?code=\(issue.code)&state=\(issue.state)"], body: "")
            case "/page.do":
                return FarInstance.answer(
                    "200 OK", type: "text/html", session,
                    body: """
                        <html><script>var g_ck = '\(issue.page)';</script><form>\
                        <input type="hidden" name="sysparm_ck" value="\(issue.page)"></form>\(texts.joined(separator: " "))</html>
                        """)
            case "/api/now/table/problem":
                return FarInstance.refusal(
                    "403 Forbidden", "No access", texts.joined(separator: " "),
                    session + ["X-Debug: \(texts.joined())"]
                )
            case "/api/now/table/change_request":
                return FarInstance.refusal(
                    "401 Unauthorized", "User Not Authenticated", texts.joined(separator: " "),
                    session + ["X-MFA_TOKEN: invalid", "WWW-Authenticate: BASIC realm=\"Service-now\""])
            default:
                let rows = (["INC"] + texts).enumerated().map {
                    #"{"number":{"value":"INC\#($0)","display_value":"INC\#($0)"},"short_description":{"value":"\#($1)","display_value":"\#($1)"}}"#
                }
                return FarInstance.answer("200 OK", session, body: "{\"result\":[\(rows.joined(separator: ","))]}")
            }
        }
    }

    private static func long(_ issue: Issue) -> [String] {
        [issue.access, issue.refresh, issue.identity, issue.cookie, issue.page].filter { $0.count >= 12 }
    }
}
