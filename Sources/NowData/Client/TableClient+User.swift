import Notation

extension TableClient {
    /// The record of a user, by the name signed in with; nil when the instance shows none. It is the request that the
    /// mobile sample signs in with: `GET /api/now/v2/table/sys_user?user_name=…&sysparm_fields=…`.
    package func user(named name: String) async throws(RequestFailure) -> CurrentUser? {
        let path = "/api/now/v2/table/sys_user"
        let root = try await json(
            at: path, [("user_name", name), ("sysparm_fields", "user_name,first_name,last_name,sys_id")])
        guard let row = root["result"]?.elements.first(where: { $0["user_name"]?.string == name }) else { return nil }
        let names = [row["first_name"]?.string ?? "", row["last_name"]?.string ?? ""].filter { !$0.isEmpty }
        return CurrentUser(
            name: name, sysID: row["sys_id"]?.string ?? "",
            displayName: names.isEmpty ? name : names.joined(separator: " "))
    }
}
