import Database
import ExchangeModel
import Notation

/// The rows of `sys_user_has_role` that follow from others: the roles of a user's groups and of the groups above them,
/// and what these and his own roles contain.
struct RoleInheritance {
    /// What roles follow from.
    static let sources: Set<String> = [
        "sys_user_has_role", "sys_user_grmember", "sys_group_has_role", "sys_user_role_contains", "sys_user_group",
    ]

    let store: RecordStore

    private struct Row {
        let user: String
        let role: String
        let group: String
        let container: String

        var sysID: String { SeedIdentity.named("sys_user_has_role", user + role + group) }
    }

    /// Brings the rows of the named users up to date; of all users when none is named.
    func refresh(_ users: [String]? = nil) throws {
        let wanted = Dictionary(try rows(users).map { ($0.sysID, $0) }, uniquingKeysWith: { first, _ in first })
        let present = try store.connection.rows(
            "SELECT \"sys_id\", \"user\" FROM \"sys_user_has_role\" WHERE \"inherited\" = 1"
        ) { (sysID: $0.text(0), user: $0.text(1)) }
        let named = users.map(Set.init)
        for row in present where wanted[row.sysID] == nil && named?.contains(row.user) != false {
            try store.connection.run("DELETE FROM \"sys_user_has_role\" WHERE \"sys_id\" = ?", [.text(row.sysID)])
        }
        let known = Set(present.map(\.sysID))
        let batch = try SeedBatch(
            "sys_user_has_role", "sys_id user role granted_by included_in_role inherited inh_count state", store: store)
        var stamp = SeedBatch.Stamp(try store.now)
        (stamp.createdBy, stamp.updatedBy) = ("system", "system")
        for (sysID, row) in wanted.filter({ !known.contains($0.key) }).sorted(by: { $0.key < $1.key }) {
            try batch.add([sysID, row.user, row.role, row.group, row.container, "true", "1", "active"], stamp)
        }
    }

    private func rows(_ users: [String]?) throws -> [Row] {
        let chosen = users == nil ? "" : " AND \"user\" IN (SELECT value FROM json_each(?1))"
        let list = users.map { JSON.array($0.map(JSON.string)).compact }
        return try store.connection.rows(
            """
            WITH RECURSIVE member("user", grp) AS (
                SELECT "user", "group" FROM "sys_user_grmember" WHERE "user" IS NOT NULL AND "group" IS NOT NULL\(chosen)
                UNION SELECT m."user", g."parent" FROM member AS m JOIN "sys_user_group" AS g ON g."sys_id" = m.grp
                WHERE g."parent" IS NOT NULL),
            got("user", role, grp, container) AS (
                SELECT "user", "role", NULL, NULL FROM "sys_user_has_role"
                WHERE "inherited" IS NOT 1 AND "user" IS NOT NULL AND "role" IS NOT NULL\(chosen)
                UNION SELECT m."user", r."role", m.grp, NULL FROM member AS m
                JOIN "sys_group_has_role" AS r ON r."group" = m.grp WHERE r."inherits" = 1 AND r."role" IS NOT NULL
                UNION SELECT h."user", c."contains", h.grp, h.role FROM got AS h
                JOIN "sys_user_role_contains" AS c ON c."role" = h.role WHERE c."contains" IS NOT NULL)
            SELECT "user", role, grp, min(container) FROM got AS g WHERE grp IS NOT NULL OR container IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM "sys_user_has_role" AS d WHERE d."user" = g."user" AND d."role" = g.role
                AND d."inherited" IS NOT 1)
            GROUP BY "user", role, grp
            """, list.map { [.text($0)] } ?? []
        ) { Row(user: $0.text(0), role: $0.text(1), group: $0.text(2), container: $0.text(3)) }
    }
}
