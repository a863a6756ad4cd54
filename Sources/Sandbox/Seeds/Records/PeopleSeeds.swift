import ExchangeModel

/// Users, with their roles and groups.
enum PeopleSeeds {
    private struct Entry {
        let userName: String
        let first: String
        let last: String
        let title: String
        var sysID = ""
        var password = ""
        var roles: [String] = []
        var groups: [String] = []
        var isActive = true
        var zone = ""
    }

    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let roles = try writeRoles(&world, store)
        let users = try SeedBatch(
            "sys_user",
            """
            sys_id user_name first_name last_name name email title active vip department location company manager \
            user_password time_zone phone employee_number last_login_time last_login
            """,
            store: store)
        let members = try SeedBatch("sys_user_grmember", "sys_id user group", store: store)
        let grants = try SeedBatch("sys_user_has_role", "sys_id user role", store: store)
        var managerID = ""
        for (index, entry) in (named + colleagues).enumerated() {
            let sysID = entry.sysID.isEmpty ? world.random.sysID() : entry.sysID
            let place = index % world.locations.count
            let company = world.companies[place < 5 || place == 10 ? 0 : place < 8 || place == 9 ? 1 : 2]
            let login = world.before(hours: 1 + world.random.below(400))
            var stamp = SeedBatch.Stamp(world.before(hours: 20_000 - index * 100))
            stamp.changes = world.random.below(12)
            try users.add(
                [
                    sysID, entry.userName, entry.first, entry.last, (entry.first + " " + entry.last),
                    entry.userName + "@example.com",
                    entry.title, entry.isActive ? "true" : "false", index % 17 == 5 ? "true" : "false",
                    world.departments[
                        index == 0 ? 1 : entry.roles.isEmpty ? departments[entry.title] ?? 6 : 0],
                    world.locations[place].sysID, company, index == 0 ? "" : managerID,
                    entry.password.isEmpty ? "" : AccountBook.digest(of: entry.password, for: sysID), entry.zone,
                    index % 4 == 3 ? "" : "+1 619 555 0\(100 + index)", "E\(10_000 + index * 7)",
                    entry.password.isEmpty && index % 3 == 0 ? "" : login.glideText,
                    entry.password.isEmpty && index % 3 == 0 ? "" : login.civil.dateText,
                ], stamp)
            if index % 9 == 0 { managerID = sysID }
            let person = SeedWorld.Person(
                sysID: sysID, userName: entry.userName, name: entry.first + " " + entry.last,
                location: world.locations[place].sysID, company: company)
            world.people.append(person)
            if entry.roles.contains("itil"), entry.userName != "john.doe" { world.agents.append(person) }
            for role in entry.roles { try grants.add([world.random.sysID(), sysID, roles[role] ?? ""], stamp) }
            for group in entry.groups {
                try members.add([world.random.sysID(), sysID, world.groups[group] ?? ""], stamp)
            }
        }
    }

    /// Somebody without any role who can sign in. He comes last and draws no number, so that nobody else's records
    /// depend on him.
    static func writeEmployee(_ world: SeedWorld, _ store: RecordStore) throws {
        let sysID = "a3f1d04b4f4212008a5ab895f110c7e9"
        let users = try SeedBatch(
            "sys_user",
            """
            sys_id user_name first_name middle_name last_name name email title active department location company \
            manager user_password time_zone date_format time_format phone employee_number
            """,
            store: store)
        try users.add(
            [
                sysID, "joe.employee", "Joe", "M.", "Employee", "Joe M. Employee", "joe.employee@example.com",
                "Sales Representative", "true", world.departments[3], world.locations[0].sysID, world.companies[0],
                world.people[8].sysID, AccountBook.digest(of: "password", for: sysID), "Europe/London", "dd/MM/yyyy",
                "HH:mm", "+1 619 555 0199", "E10999",
            ],
            .init(Timestamp(seconds: world.start.seconds - 40 * 86_400)))
    }

    private static func writeRoles(_ world: inout SeedWorld, _ store: RecordStore) throws -> [String: String] {
        let batch = try SeedBatch("sys_user_role", "sys_id name sys_name description", store: store)
        let rows = [
            ("2831a114c611228501d4ea6c309d626d", "admin", "May do everything"),
            ("282bf1fac6112285017366cb5f867469", "itil", "May work on tasks"),
            ("", "itil_admin", "Looks after task management"),
            ("", "knowledge", "May write articles"), ("", "catalog_admin", "Looks after the service catalog"),
            ("", "rest_api_explorer", "May use the REST API Explorer"), ("", "asset", "Looks after assets"),
        ]
        var found: [String: String] = [:]
        for row in rows {
            let sysID = row.0.isEmpty ? world.random.sysID() : row.0
            found[row.1] = sysID
            try batch.add([sysID, row.1, row.1, row.2], .init(world.before(hours: 41_000)))
        }
        return found
    }

    /// Where people of a title work, by the order of departments in `OrganisationSeeds`.
    private static let departments = [
        "Finance Director": 1, "Payroll Specialist": 1, "Auditor": 1, "Controller": 1, "Purchasing Manager": 1,
        "Data Analyst": 1, "HR Business Partner": 2, "Recruiter": 2, "Benefits Specialist": 2, "Account Manager": 3,
        "Regional Sales Director": 3, "Sales Engineer": 3, "Sales Representative": 3, "Product Manager": 4,
        "Designer": 4,
        "Developer": 5, "Technical Writer": 5, "Legal Counsel": 7, "Paralegal": 7, "Event Manager": 8, "Copy Editor": 8,
        "Brand Manager": 8, "Office Manager": 9, "Warehouse Lead": 9,
    ]

    /// The users that can sign in, and those that every demonstration instance has.
    private static let named: [Entry] = [
        Entry(
            userName: "admin", first: "System", last: "Administrator", title: "System Administrator",
            sysID: "6816f79cc0a8016401c5a33be04be441", password: "admin", roles: ["admin", "itil"],
            groups: ["CAB Approval", "Security Operations"]),
        Entry(
            userName: "john.doe", first: "John", last: "Doe", title: "Support Engineer",
            sysID: "ea2bc1b14f4212008a5ab895f110c7d1", password: "password", roles: ["admin", "itil"],
            groups: ["Service Desk", "Hardware", "Problem Solving"]),
        Entry(
            userName: "abel.tuter", first: "Abel", last: "Tuter", title: "Service Desk Analyst",
            sysID: "62826bf03710200044e0bfc8bcbe5df1", password: "password", roles: ["itil"], groups: ["Service Desk"]),
        Entry(
            userName: "beth.anglin", first: "Beth", last: "Anglin", title: "Network Engineer",
            sysID: "46d44a23a9fe19810012d100cca80666", roles: ["itil", "knowledge"],
            groups: ["Service Desk", "Network"]),
        Entry(
            userName: "david.loo", first: "David", last: "Loo", title: "Network Engineer",
            sysID: "5137153cc611227c000bbd1bd8cd2007", roles: ["itil"], groups: ["Network", "Incident Management"]),
        Entry(
            userName: "don.goodliffe", first: "Don", last: "Goodliffe", title: "Database Administrator",
            sysID: "9ee1b13dc6112271007f9d0efdb69cd0", roles: ["itil"], groups: ["Database", "Change Management"]),
        Entry(
            userName: "fred.luddy", first: "Fred", last: "Luddy", title: "Software Engineer",
            sysID: "5137153cc611227c000bbd1bd8cd2005", roles: ["itil", "knowledge"],
            groups: ["Software", "Application Development"]),
        Entry(
            userName: "employee", first: "Joe", last: "Employee", title: "Account Manager",
            sysID: "681ccaf9c0a8016400b98a06818d57c7"),
        Entry(
            userName: "bud.richman", first: "Bud", last: "Richman", title: "Regional Sales Director",
            sysID: "5b7c200d0a640069006b3845b5d0fa7c", groups: ["Catalog Request Approvers"]),
        Entry(
            userName: "itil", first: "ITIL", last: "User", title: "Service Desk Analyst",
            sysID: "681b365ec0a80164000fb0b05854a0cd", roles: ["itil"], groups: ["Service Desk", "Hardware"]),
    ]

    private static let colleagues: [Entry] = [
        Entry(
            userName: "amara.okafor", first: "Amara", last: "Okafor", title: "Hardware Technician", roles: ["itil"],
            groups: ["Hardware"]),
        Entry(
            userName: "lukasz.nowak", first: "Łukasz", last: "Nowak", title: "Database Administrator", roles: ["itil"],
            groups: ["Database"], zone: "Europe/Berlin"),
        Entry(
            userName: "yuki.tanaka", first: "優希", last: "田中", title: "Software Engineer", roles: ["itil"],
            groups: ["Software"], zone: "Asia/Tokyo"),
        Entry(
            userName: "noa.ben-david", first: "נועה", last: "בן דוד", title: "Security Analyst", roles: ["itil"],
            groups: ["Security Operations"]),
        Entry(
            userName: "helene.dubois", first: "Hélène", last: "Dubois", title: "Problem Manager",
            roles: ["itil", "knowledge"], groups: ["Problem Solving"], zone: "Europe/Berlin"),
        Entry(
            userName: "siobhan.oneill", first: "Siobhán", last: "O'Neill", title: "Change Manager", roles: ["itil"],
            groups: ["Change Management", "CAB Approval"], zone: "Europe/London"),
        Entry(
            userName: "priya.raman", first: "Priya", last: "Raman", title: "Application Developer", roles: ["itil"],
            groups: ["Application Development"], zone: "Asia/Kolkata"),
        Entry(
            userName: "marcus.webb", first: "Marcus", last: "Webb", title: "Facilities Coordinator", roles: ["itil"],
            groups: ["Facilities Team"]),
        Entry(userName: "grace.lindqvist", first: "Grace", last: "Lindqvist", title: "Finance Director"),
        Entry(userName: "tomas.herrera", first: "Tomás", last: "Herrera", title: "Payroll Specialist"),
        Entry(userName: "ines.carvalho", first: "Inês", last: "Carvalho", title: "HR Business Partner"),
        Entry(userName: "wei.zhang", first: "伟", last: "张", title: "Data Analyst"),
        Entry(userName: "ahmed.farouk", first: "Ahmed", last: "Farouk", title: "Sales Engineer"),
        Entry(userName: "olga.petrova", first: "Olga", last: "Petrova", title: "Legal Counsel"),
        Entry(userName: "kenji.mori", first: "Kenji", last: "Mori", title: "Product Manager", zone: "Asia/Tokyo"),
        Entry(userName: "leah.fitzgerald", first: "Leah", last: "Fitzgerald", title: "Event Manager"),
        Entry(userName: "samuel.adeyemi", first: "Samuel", last: "Adeyemi", title: "Customer Success Manager"),
        Entry(userName: "rosa.delgado", first: "Rosa", last: "Delgado", title: "Office Manager"),
        Entry(userName: "henrik.soerensen", first: "Henrik", last: "Sørensen", title: "Auditor"),
        Entry(userName: "farah.haddad", first: "Farah", last: "Haddad", title: "Recruiter"),
        Entry(userName: "paul.kowalczyk", first: "Paul", last: "Kowalczyk", title: "Warehouse Lead"),
        Entry(userName: "emily.stone", first: "Emily", last: "Stone", title: "Copy Editor"),
        Entry(userName: "ravi.shah", first: "Ravi", last: "Shah", title: "Controller"),
        Entry(
            userName: "anna.schulz", first: "Anna", last: "Schulz", title: "Purchasing Manager", zone: "Europe/Berlin"),
        Entry(userName: "luca.moretti", first: "Luca", last: "Moretti", title: "Designer"),
        Entry(userName: "chloe.martin", first: "Chloé", last: "Martin", title: "Brand Manager"),
        Entry(userName: "daniel.kim", first: "Daniel", last: "Kim", title: "Developer"),
        Entry(userName: "fatima.benali", first: "Fatima", last: "Benali", title: "Support Agent"),
        Entry(userName: "george.papadopoulos", first: "George", last: "Papadopoulos", title: "Support Agent"),
        Entry(userName: "hannah.weiss", first: "Hannah", last: "Weiss", title: "Technical Writer"),
        Entry(userName: "ivan.horvat", first: "Ivan", last: "Horvat", title: "Developer"),
        Entry(userName: "joy.mensah", first: "Joy", last: "Mensah", title: "Benefits Specialist"),
        Entry(userName: "nils.berg", first: "Nils", last: "Berg", title: "Sales Representative"),
        Entry(userName: "old.timer", first: "Oliver", last: "Timmer", title: "Consultant", isActive: false),
        Entry(userName: "paula.vega", first: "Paula", last: "Vega", title: "Paralegal", isActive: false),
        Entry(userName: "survey.user", first: "survey", last: "user", title: ""),
    ]
}
