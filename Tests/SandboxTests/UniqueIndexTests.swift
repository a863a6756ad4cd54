import ExchangeModel
import Notation
import Testing

/// User names and memberships that are there already.
struct UniqueIndexTests {
    private let visit: Visit

    init() throws { visit = try Visit() }

    private func detail(_ response: HTTPResponse) -> String? {
        #expect(response.status == 403)
        #expect(response.json["error"]?["message"] == "Operation Failed")
        return response.json["error"]?["detail"]?.scalarText
    }

    @Test func aUserNameIsTakenOnce() throws {
        let users = "/api/now/table/sys_user"
        let body = #"{"user_name":"Abel.Tuter","first_name":"Another","last_name":"Abel"}"#
        #expect(detail(try visit.ask(.post, users, body: body)) == "Error during insert of sys_user (Another Abel)")
        #expect(try visit.count("sys_user", "name=Another Abel") == "0")
        let other = try visit.create("sys_user", #"{"user_name":"another.abel","name":"Another Abel"}"#)
        let renamed = try visit.ask(.patch, users + "/" + other, body: #"{"user_name":"abel.tuter"}"#)
        #expect(detail(renamed) == "Error during update of sys_user (Another Abel)")
        #expect(try visit.ask(.patch, users + "/" + other, body: #"{"title":"Twin"}"#).status == 200)
        for _ in 1...2 { #expect(try visit.ask(.post, users, body: "{}").status == 201) }
    }

    @Test func aMembershipIsThereOnce() throws {
        let body = #"{"user":"62826bf03710200044e0bfc8bcbe5df1","group":"d625dccec0a8016700a222a0f7900d06"}"#
        let query = "user.user_name=abel.tuter^group.name=Service Desk"
        #expect(try visit.count("sys_user_grmember", query) == "1")
        let refused = detail(try visit.ask(.post, "/api/now/table/sys_user_grmember", body: body))
        #expect(refused?.hasPrefix("Error during insert of sys_user_grmember (") == true)
        #expect(try visit.count("sys_user_grmember", query) == "1")
    }
}
