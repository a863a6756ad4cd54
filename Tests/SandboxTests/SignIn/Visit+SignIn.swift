import ExchangeModel
import Notation
import Sandbox

extension Visit {
    /// A sandbox that is made otherwise, with nobody who asks it.
    init(changing change: (inout SandboxOptions) -> Void) throws {
        clock = MovableClock()
        var options = SandboxOptions(clock: clock)
        change(&options)
        sandbox = try SandboxInstance(options)
        user = nil
    }

    /// An administrator of the same sandbox.
    var admin: Visit {
        var other = self
        other.user = "admin:admin"
        return other
    }

    /// Somebody else, or nobody, of the same sandbox.
    func by(_ user: String?) -> Visit {
        var other = self
        other.user = user
        return other
    }

    /// A request for tokens. Nobody signs in to make it.
    func tokens(_ form: String, _ headers: HeaderFields = [:]) throws -> HTTPResponse {
        var fields = headers
        if fields["Content-Type"] == nil { fields.append("Content-Type", "application/x-www-form-urlencoded") }
        return try by(nil).ask(.post, "/oauth_token.do", body: form, headers: fields)
    }

    /// The tokens of John Doe, by his password.
    func johnsTokens() throws -> (access: String, refresh: String) {
        let json = try tokens(Visit.passwordForm).json
        return (json["access_token"]?.scalarText ?? "none", json["refresh_token"]?.scalarText ?? "none")
    }

    static let client = "client_id=snowdeck&client_secret=snowdeck-client-secret"
    static let passwordForm = "grant_type=password&\(client)&username=john.doe&password=password"

    /// Who the instance takes the sender of some headers for: the user's name, or the status.
    func whoIs(_ headers: HeaderFields, query: String = "") throws -> String {
        let response = try by(nil).ask(.get, "/api/now/ui/user/current_user" + query, headers: headers)
        return response.json["result"]?["user_name"]?.scalarText ?? String(response.status)
    }

    /// Sets a property of the instance.
    func set(_ property: String, _ value: String) throws {
        let id = try admin.list("sys_properties", "name=" + property, "sys_id")[0]
        _ = try admin.ask(.patch, "/api/now/table/sys_properties/" + id, body: #"{"value":"\#(value)"}"#)
    }

    /// Changes the record of a user.
    func change(_ userName: String, _ body: String) throws {
        let id = try admin.list("sys_user", "user_name=" + userName, "sys_id")[0]
        _ = try admin.ask(.patch, "/api/now/table/sys_user/" + id, body: body)
    }

    /// The `Cookie` line that a client would send after an answer.
    static func cookies(_ response: HTTPResponse) -> String {
        response.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.filter { !$0.hasSuffix("=") }
            .joined(separator: "; ")
    }
}
