import ExchangeModel
import Notation
import Testing

/// Roles that come from groups and from other roles.
struct RoleTests {
    private let visit: Visit
    private let employee = "681ccaf9c0a8016400b98a06818d57c7"
    private let itil = "282bf1fac6112285017366cb5f867469"

    init() throws { visit = try Visit() }

    /// What `sys_user_has_role` lists of the employee: role, whether inherited, group, role that contains it.
    private func grants() throws -> [String] {
        let rows =
            try visit.read(
                """
                /api/now/table/sys_user_has_role?sysparm_query=user=\(employee)^ORDERBYrole.name&sysparm_display_value=true&\
                sysparm_exclude_reference_link=true&sysparm_fields=role,inherited,granted_by,included_in_role
                """)["result"].map(Visit.elements) ?? []
        return rows.map { row in
            ["role", "inherited", "granted_by", "included_in_role"].map { row[$0]?.scalarText ?? "?" }
                .joined(separator: " ")
        }
    }

    @Test func aGroupGivesItsRolesToItsMembers() throws {
        let joe = Visit(sandbox: visit.sandbox, user: "joe.employee:password")
        let user = try visit.list("sys_user", "user_name=joe.employee", "sys_id")[0]
        #expect(try joe.ask(.post, "/api/now/table/problem", body: "{}").status == 403)
        let membership = try visit.create(
            "sys_user_grmember", #"{"user":"\#(user)","group":"8a5055c9c61122780043563ef53438e3"}"#)
        #expect(try visit.list("sys_user_has_role", "user=\(user)^role=\(itil)", "inherited") == ["true"])
        #expect(try joe.ask(.post, "/api/now/table/problem", body: "{}").status == 201)
        _ = try visit.ask(.delete, "/api/now/table/sys_user_grmember/" + membership)
        #expect(try visit.list("sys_user_has_role", "user=\(user)", "role") == [])
        #expect(try joe.ask(.post, "/api/now/table/problem", body: "{}").status == 403)
    }

    @Test func aRoleBringsOthersAlong() throws {
        let admin = try visit.list("sys_user_role", "name=itil_admin", "sys_id")[0]
        #expect(try visit.count("sys_user_role_contains", "role=\(admin)^contains=\(itil)") == "1")
        let grant = try visit.create("sys_user_has_role", #"{"user":"\#(employee)","role":"\#(admin)"}"#)
        #expect(
            try grants() == [
                "approver_user true  itil", "itil true  itil_admin", "itil_admin false  ",
            ])
        _ = try visit.ask(.delete, "/api/now/table/sys_user_has_role/" + grant)
        #expect(try grants() == [])
    }

    @Test func whoIsNoUserHasNoRoles() throws {
        let body = #"{"user":"no \"user\"","role":"\#(itil)"}"#
        #expect(try visit.ask(.post, "/api/now/table/sys_user_has_role", body: body).status == 201)
    }

    @Test func rolesThatContainOneAnotherComeToAnEnd() throws {
        let admin = try visit.list("sys_user_role", "name=itil_admin", "sys_id")[0]
        _ = try visit.create("sys_user_role_contains", #"{"role":"\#(itil)","contains":"\#(admin)"}"#)
        _ = try visit.create("sys_user_has_role", #"{"user":"\#(employee)","role":"\#(itil)"}"#)
        #expect(try grants().contains("itil_admin true  itil"))
    }

    @Test func aGroupBelowAnotherHasItsRoles() throws {
        let child = try visit.create(
            "sys_user_group", #"{"name":"Hardware, at night","parent":"8a5055c9c61122780043563ef53438e3"}"#)
        _ = try visit.create("sys_user_grmember", #"{"user":"\#(employee)","group":"\#(child)"}"#)
        #expect(try grants() == ["approver_user true Hardware itil", "itil true Hardware "])
        _ = try visit.ask(.patch, "/api/now/table/sys_user_group/" + child, body: #"{"parent":""}"#)
        #expect(try grants() == [])
    }
}
