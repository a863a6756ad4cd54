/// The service catalog: shelves, what stands on them, and the questions that are asked.
enum LaterCatalog {
    /// What can be ordered.
    struct Item {
        let name: String
        let text: String
        let price: Int
        /// The place of its category.
        let category: Int
        let group: String
        /// What somebody has to do for it.
        let work: String

        init(_ name: String, _ text: String, _ price: Int, _ category: Int, _ group: String, _ work: String) {
            (self.name, self.text, self.price, self.category) = (name, text, price, category)
            (self.group, self.work) = (group, work)
        }
    }

    static let recipes: [String: LaterSeeds.Recipe] = [
        "sc_catalog": writeCatalogs, "sc_category": writeCategories, "sc_cat_item": writeItems,
        "sc_cat_item_producer": writeProducers, "sc_cat_item_category": writePlaces, "item_option_new": writeQuestions,
        "sc_item_option": writeAnswers, "sc_item_option_mtom": writeOwners,
    ]

    /// The sys_id of the service catalog, the same on every instance.
    static let service = "e0d08b13c3330100c8b837659bba8fb4"

    static let items: [Item] = [
        Item("Laptop, 14 inch", "For work on the road", 1_450, 0, "Hardware", "Prepare the laptop"),
        Item("Laptop, 16 inch", "For drawings and films", 2_180, 0, "Hardware", "Prepare the laptop"),
        Item("Monitor, 27 inch", "With a stand", 310, 0, "Hardware", "Bring the monitor"),
        Item("Docking station", "One cable for everything", 190, 0, "Hardware", "Put up the station"),
        Item("Headset", "With a cable", 60, 0, "Hardware", "Bring the headset"),
        Item("Keyboard and mouse", "Without cables", 75, 0, "Hardware", "Bring both"),
        Item("Mobile phone", "With a contract", 690, 1, "Hardware", "Activate the card"),
        Item("Travel data plan", "For a month", 35, 1, "Hardware", "Book the plan"),
        Item("Drawing program", "For a year", 420, 2, "Software", "Install the program"),
        Item("Database client", "Free of charge", 0, 2, "Software", "Install the client"),
        Item("PDF editor", "For a year", 96, 2, "Software", "Install the editor"),
        Item("Project planner", "For a team", 240, 2, "Software", "Open an account"),
        Item("Access to a shared folder", "Read, or read and write", 0, 3, "Service Desk", "Grant the access"),
        Item("Account for a new colleague", "Mail, files, door", 0, 3, "Service Desk", "Make the accounts"),
        Item("VPN access", "From anywhere", 0, 3, "Network", "Add the user to the group"),
        Item("Group mailbox", "For a team", 0, 3, "Service Desk", "Make the mailbox"),
        Item("Virtual server, small", "2 CPUs, 8 GB", 45, 4, "Software", "Build the server"),
        Item("Virtual server, large", "16 CPUs, 64 GB", 310, 4, "Software", "Build the server"),
        Item("Database", "With a daily backup", 80, 4, "Database", "Create the database"),
        Item("Badge", "For a new door", 15, 5, "Facilities Team", "Print the badge"),
        Item("Desk that moves", "Up and down", 640, 5, "Facilities Team", "Put up the desk"),
        Item("Parking space", "In the yard", 40, 5, "Facilities Team", "Reserve the space"),
    ]

    private static let categories = ["Computers", "Phones", "Software", "Access", "Servers", "Office", "Laptops"]

    private static func writeCatalogs(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("sc_catalog", "title description active manager sys_scope")
        var world = seeds.world(for: "sc_catalog")
        for (sysID, title, text) in [
            (service, "Service Catalog", "What colleagues can order"),
            (SeedIdentity.sysID("sc_catalog", 1), "Technical Catalog", "What the departments of IT order"),
        ] {
            try batch.add(
                [sysID, title, text, "true", world.people[0].sysID, "global"], .init(world.before(hours: 41_000)))
        }
    }

    private static func writeCategories(_ seeds: LaterSeeds) throws {
        try seeds.rows("sc_category", "title description sc_catalog parent active order sys_scope", of: categories) {
            index, title in
            [
                title, "", service, index == 6 ? SeedIdentity.sysID("sc_category", 0) : "", "true",
                String((index + 1) * 10), "global",
            ]
        }
    }

    private static func writeItems(_ seeds: LaterSeeds) throws {
        let world = seeds.world
        try seeds.rows(
            "sc_cat_item",
            "name short_description description price category sc_catalogs group active order delivery_time owner sys_scope",
            of: items
        ) { index, item in
            [
                item.name, item.text, "<p>\(item.text).</p>", "\(item.price).00",
                SeedIdentity.sysID("sc_category", item.category), service, world.groups[item.group] ?? "",
                index == 7 ? "false" : "true", String(index * 10), "1970-01-0\(2 + index % 5) 00:00:00",
                world.agents[index % world.agents.count].sysID, "global",
            ]
        }
    }

    private static func writeProducers(_ seeds: LaterSeeds) throws {
        let given = [
            ("Report a fault", "incident"), ("Ask a question", "incident"), ("Propose a change", "change_request"),
        ]
        try seeds.rows(
            "sc_cat_item_producer", "name short_description table_name category sc_catalogs active sys_scope", of: given
        ) { _, row in
            [row.0, row.0, row.1, SeedIdentity.sysID("sc_category", 3), service, "true", "global"]
        }
    }

    private static func writePlaces(_ seeds: LaterSeeds) throws {
        try seeds.rows("sc_cat_item_category", "sc_cat_item sc_category sys_scope", of: items) { index, item in
            [SeedIdentity.sysID("sc_cat_item", index), SeedIdentity.sysID("sc_category", item.category), "global"]
        }
    }

    private static let questions = [
        ("When do you need it?", "needed_by", "9"), ("What for?", "purpose", "2"), ("Whom is it for?", "for_whom", "8"),
    ]

    private static func writeQuestions(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "item_option_new", "question_text name type cat_item mandatory order reference active sys_scope",
            items.count * 3
        ) { index, _ in
            let question = questions[index % 3]
            return [
                question.0, question.1, question.2, SeedIdentity.sysID("sc_cat_item", index / 3),
                index % 3 == 0 ? "true" : "false", String((index % 3 + 1) * 100), index % 3 == 2 ? "sys_user" : "",
                "true",
                "global",
            ]
        }
    }

    private static func writeAnswers(_ seeds: LaterSeeds) throws {
        try seeds.rows("sc_item_option", "item_option_new value order", LaterRequests.items, aged: (9_000, 300)) {
            index, _ in
            [
                SeedIdentity.sysID("item_option_new", index % items.count * 3 + 1),
                ["The old one is broken", "A new project", "For travelling"][index % 3], "100",
            ]
        }
    }

    private static func writeOwners(_ seeds: LaterSeeds) throws {
        try seeds.rows("sc_item_option_mtom", "request_item sc_item_option", LaterRequests.items, aged: (9_000, 300)) {
            index, _ in
            [SeedIdentity.sysID("sc_req_item", index), SeedIdentity.sysID("sc_item_option", index)]
        }
    }
}
