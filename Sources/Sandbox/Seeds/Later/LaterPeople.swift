import Database
import ExchangeModel
import Notation

/// Users who joined later: managers up to the board, and people in other zones, some gone, some locked out.
enum LaterPeople {
    private struct Entry {
        let userName: String
        let first: String
        let last: String
        let title: String
        /// The place of the manager among the later users; -1 has none.
        let manager: Int
        let department: Int
        var isAgent = false
        var isActive = true
        var isLocked = false
        var zone = ""

        init(
            _ first: String, _ last: String, _ title: String, under manager: Int, in department: Int,
            called userName: String? = nil, agent: Bool = false, active: Bool = true, locked: Bool = false,
            zone: String = ""
        ) {
            self.userName = userName ?? (first + "." + last).lowercased()
            (self.first, self.last, self.title, self.manager, self.department) = (
                first, last, title, manager, department
            )
            (isAgent, isActive, isLocked, self.zone) = (agent, active, locked, zone)
        }
    }

    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_user": write, "sys_user_preference": writePreferences, "sys_user_delegate": writeDelegates,
        "cmn_notif_device": writeDevices,
    ]

    /// How many there are.
    static var count: Int { entries.count }

    /// The sys_id of the later user in that place.
    static func sysID(_ index: Int) -> String { SeedIdentity.sysID("sys_user", index) }

    /// The world with the later users in it.
    static func joining(_ world: SeedWorld) -> SeedWorld {
        var joined = world
        guard !world.locations.isEmpty else { return world }
        for (index, entry) in entries.enumerated() {
            let person = SeedWorld.Person(
                sysID: sysID(index), userName: entry.userName, name: entry.first + " " + entry.last,
                location: world.locations[index % world.locations.count].sysID, company: world.companies[index % 3])
            joined.people.append(person)
            if entry.isAgent { joined.agents.append(person) }
        }
        return joined
    }

    private static func write(_ seeds: LaterSeeds) throws {
        let world = seeds.world
        let first = world.people.count - entries.count
        try seeds.rows(
            "sys_user",
            """
            user_name first_name last_name name email title active locked_out failed_attempts vip department location \
            company manager time_zone phone employee_number last_login_time last_login preferred_language
            """, entries.count, aged: (16_000, 2_000)
        ) { index, own in
            let entry = entries[index], person = world.people[first + index]
            let login = own.before(hours: 3 + own.random.below(900))
            let manager =
                index == danglingManager ? SeedIdentity.sysID("gone", 0) : entry.manager < 0 ? "" : sysID(entry.manager)
            return [
                entry.userName, entry.first, entry.last, person.name, entry.userName + "@example.com", entry.title,
                entry.isActive ? "true" : "false", entry.isLocked ? "true" : "false", entry.isLocked ? "5" : "0",
                entry.manager < 1 ? "true" : "false", world.departments[entry.department], person.location,
                person.company, manager, entry.zone, "+1 858 555 0\(200 + index)", "E\(20_000 + index * 3)",
                entry.isActive ? login.glideText : "", entry.isActive ? login.civil.dateText : "",
                index % 9 == 4 ? "de" : index % 11 == 6 ? "fr" : "",
            ]
        }
    }

    /// The user whose manager's record is gone.
    static let danglingManager = 29

    /// Gives whoever signed in once a federated ID.
    static func federate(_ store: RecordStore) throws {
        let users = try store.connection.rows(
            "SELECT \"sys_id\" FROM \"sys_user\" WHERE \"last_login_time\" IS NOT NULL"
        ) { $0.text(0) }
        for user in users {
            try store.connection.run(
                "UPDATE \"sys_user\" SET \"federated_id\" = ? WHERE \"sys_id\" = ?",
                [.text(Base64.encode(SHA256.digest(Array(user.utf8)))), .text(user)])
        }
    }

    private static func writePreferences(_ seeds: LaterSeeds) throws {
        let names = [
            ("rowcount", "20", "integer"), ("glide.ui.polaris.theme.variant", "dark", "string"),
            ("timezone", "US/Pacific", "string"), ("homepage", "my_work", "string"),
            ("incident.db.order", "opened_at", "string"),
        ]
        try seeds.rows("sys_user_preference", "name user value type system", 120, aged: (9_000, 10)) { index, world in
            let (name, value, type) = names[index % names.count]
            let person = world.people[index / names.count]
            return [name, person.sysID, name == "rowcount" && index % 3 == 0 ? "50" : value, type, "false"]
        }
    }

    private static func writeDelegates(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_user_delegate", "user delegate starts ends approvals assignments", 6, aged: (900, 100)) {
            index, world in
            [
                world.people[47 + index].sysID, world.people[55 + index].sysID, world.before(hours: 500).glideText,
                world.before(hours: -300 * index).glideText, "true", index % 2 == 0 ? "true" : "false",
            ]
        }
    }

    private static func writeDevices(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmn_notif_device", "name user type email_address phone_number primary_email active order", 60) {
            index, world in
            let person = world.people[index]
            let isMail = index % 4 != 3
            return [
                isMail ? "Primary Email" : "Mobile", person.sysID, isMail ? "Email" : "SMS",
                isMail ? person.userName + "@example.com" : "", isMail ? "" : "+1 619 555 0\(100 + index)",
                isMail ? "true" : "false", "true", "100",
            ]
        }
    }

    private static let entries: [Entry] = [
        Entry("Mara", "Lindgren", "Chief Executive Officer", under: -1, in: 1),
        Entry("Otto", "Brandt", "Chief Information Officer", under: 0, in: 0, zone: "Europe/Berlin"),
        Entry("Celia", "Romero", "Chief Financial Officer", under: 0, in: 1),
        Entry("Tariq", "Mansour", "Director of Service Operations", under: 1, in: 0),
        Entry("Ingrid", "Solheim", "Director of Infrastructure", under: 1, in: 0),
        Entry("Dana", "Whitfield", "Service Desk Manager", under: 3, in: 0, agent: true),
        Entry("Hugo", "Almeida", "Network Manager", under: 4, in: 0, agent: true),
        Entry("Naomi", "Sato", "Database Manager", under: 4, in: 0, agent: true, zone: "Asia/Tokyo"),
        Entry("Viktor", "Ruzicka", "Change and Release Manager", under: 3, in: 0, agent: true),
        Entry("Bianca", "Costa", "Service Desk Team Lead", under: 5, in: 0, agent: true),
        Entry("Edwin", "Osei", "Service Desk Analyst", under: 9, in: 0, agent: true),
        Entry("Rina", "Patel", "Service Desk Analyst", under: 9, in: 0, agent: true, zone: "Asia/Kolkata"),
        Entry("Callum", "Reid", "Network Engineer", under: 6, in: 0, agent: true, zone: "Europe/London"),
        Entry("Yael", "Mizrahi", "Network Engineer", under: 6, in: 0, agent: true),
        Entry("Stefan", "Ilic", "Database Administrator", under: 7, in: 0, agent: true),
        Entry("Mei", "Huang", "Release Coordinator", under: 8, in: 0, agent: true),
        Entry("Patrick", "Doyle", "Finance Manager", under: 2, in: 1, zone: "Europe/London"),
        Entry("Lucia", "Ferrari", "Payroll Specialist", under: 16, in: 1),
        Entry("Jonas", "Keller", "Payroll Specialist", under: 16, in: 1, zone: "Europe/Berlin"),
        Entry("Aisha", "Rahman", "Sales Director", under: 0, in: 3),
        Entry("Ben", "Carter", "Sales Manager", under: 19, in: 3),
        Entry("Zoe", "Nguyen", "Sales Representative", under: 20, in: 3),
        Entry("Oscar", "Vidal", "Sales Representative", under: 20, in: 3),
        Entry("Kateryna", "Bondar", "Development Manager", under: 1, in: 5),
        Entry("Theo", "Laurent", "Developer", under: 23, in: 5),
        Entry("Sana", "Qureshi", "Developer", under: 23, in: 5),
        Entry("Mikkel", "Holm", "Customer Support Lead", under: 3, in: 6),
        Entry("Ruth", "Abebe", "Support Agent", under: 26, in: 6),
        Entry("Leon", "Fischer", "Support Agent", under: 26, in: 6, locked: true, zone: "Europe/Berlin"),
        Entry("Greta", "Olsen", "Contractor", under: -1, in: 9, active: false),
        Entry("Ian", "Mercer", "Warehouse Worker", under: 4, in: 9, locked: true),
        Entry("Wilma", "Haas", "Consultant", under: 2, in: 1, active: false),
        Entry("MID", "Server", "", under: 1, in: 0, called: "mid.server"),
        Entry("Event", "Collector", "", under: 1, in: 0, called: "event.collector"),
    ]
}
