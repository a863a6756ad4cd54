import Notation

/// What a sandbox made from tapes knows. A session records it, because a replay does not read the tapes again.
package struct SandboxReport: Sendable, Hashable {
    /// A table with its number of known records.
    package struct Table: Sendable, Hashable {
        package var name: String
        package var count: Int
        /// Whether the tapes show every record that the instance had.
        package var isComplete: Bool
        /// How many records have a made-up sys_id, because the tapes show only their numbers or user names.
        package var madeCount: Int

        package init(name: String, count: Int, isComplete: Bool, madeCount: Int = 0) {
            (self.name, self.count, self.isComplete, self.madeCount) = (name, count, isComplete, madeCount)
        }
    }

    /// The address of the recorded instance.
    package var instance: String
    /// The default user.
    package var user: String
    /// The names of all users.
    package var users: [String]
    package var tables: [Table]

    package init(instance: String, user: String, users: [String], tables: [Table]) {
        (self.instance, self.user, self.users, self.tables) = (instance, user, users, tables)
    }

    /// Lines for people: the tables, and what is unknown.
    package var lines: [String] {
        let known = Phrase.counted(tables.count, "table")
        let width = min(tables.map(\.name.utf8.count).max() ?? 0, 40)
        return ["The sandbox knows \(known) of \(instance) from the tapes:"]
            + tables.map { table in
                let name = table.name + String(repeating: " ", count: max(width - table.name.utf8.count, 0))
                let count = Phrase.counted(table.count, "record")
                let made = table.madeCount > 0 ? ", sys_ids made up for \(table.madeCount)" : ""
                return "  \(name)  \(count), " + (table.isComplete ? "complete" : "others may exist") + made
            } + ["Everything else is reported as unknown."]
    }

    /// Who can sign in.
    package var signIn: String {
        let others = users.filter { $0 != user }
        let names = [user] + others.prefix(5) + (others.count > 5 ? ["…"] : [])
        return "Users: \(names.joined(separator: ", ")), each with the password password."
    }

    /// The report as text for a tape.
    var text: String {
        let json: JSON = [
            "instance": .string(instance), "user": .string(user), "users": .array(users.map(JSON.string)),
            "tables": .array(
                tables.map {
                    [
                        "name": .string($0.name), "count": .number(String($0.count)), "complete": .bool($0.isComplete),
                        "made": .number(String($0.madeCount)),
                    ]
                }),
        ]
        return json.compact
    }

    /// Reads a recorded report; nil if it is malformed.
    init?(_ text: String) {
        guard let root = (try? JSONDocument(text))?.root, let instance = root["instance"]?.string,
            let user = root["user"]?.string, let users = root["users"], let tables = root["tables"]
        else { return nil }
        self.init(
            instance: instance, user: user, users: users.elements.compactMap(\.string),
            tables: tables.elements.compactMap { table in
                guard let name = table["name"]?.string, let count = table["count"]?.number.flatMap({ Int($0) }) else {
                    return nil
                }
                return Table(
                    name: name, count: count, isComplete: table["complete"]?.bool ?? false,
                    madeCount: table["made"]?.number.flatMap { Int($0) } ?? 0)
            })
    }
}
