import Database
import ExchangeModel

/// Knowledge bases and articles.
enum KnowledgeSeeds {
    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let bases = try SeedBatch("kb_knowledge_base", "sys_id title description owner", store: store)
        let shelf = world.random.sysID()
        try bases.add([shelf, "IT", "How things work", world.people[3].sysID], .init(world.before(hours: 30_000)))
        let batch = try SeedBatch(
            "kb_knowledge",
            """
            sys_id number display_number article_id short_description text category workflow_state active \
            published valid_to author kb_knowledge_base sys_view_count rating topic latest version
            """,
            store: store)
        for (index, row) in articles.enumerated() {
            let number = RecordStore.number("KB", 10_000 + index + 1)
            let written = world.before(hours: 24 * (articles.count - index) * 11)
            let published = written.advanced(bySeconds: 86_400).civil.dateText
            let state = index == 5 ? "draft" : index == 11 ? "retired" : "published"
            let author =
                index % 4 == 0 ? world.people[3] : index % 4 == 1 ? world.people[6] : world.random.pick(world.agents)
            var stamp = SeedBatch.Stamp(written)
            (stamp.createdBy, stamp.updatedBy) = (author.userName, author.userName)
            try batch.add(
                [
                    world.random.sysID(), number, number + " v1.0", world.random.sysID(), row.0,
                    "<h1>\(row.0)</h1><p>\(row.1)</p>", row.2, state,
                    index == 11 ? "false" : "true", state == "draft" ? "" : published, "2030-01-01", author.sysID,
                    shelf,
                    String(world.random.below(4000)), index % 3 == 0 ? "4.5" : "", "General", "true", "",
                ], stamp)
        }
        try store.connection.run("INSERT INTO sandbox_counter VALUES ('KB', ?)", [.integer(10_000 + articles.count)])
    }

    private static let articles: [(String, String, String)] = [
        ("Connect to the VPN", "Open the client, choose your site, sign in.", "it"),
        ("Reset a forgotten password", "Use the self-service page; the link is valid for an hour.", "faq"),
        ("Set up mail on a phone", "Add an account of the type Exchange.", "email"),
        ("Print from any floor", "Choose the follow-me queue and hold your badge to a printer.", "it"),
        ("Report a suspicious mail", "Forward it as an attachment and delete it.", "policies"),
        ("Plan a maintenance window", "Draft: who must agree, and when.", "it"),
        ("Join a video conference", "Works in every browser; use a headset.", "faq"),
        ("Order a new laptop", "The catalog shows what is in stock.", "faq"),
        ("Share files with customers", "Never by mail. Use the portal.", "policies"),
        ("Wireless for visitors", "Reception prints a voucher for the day.", "faq"),
        ("Clear the browser cache", "Most display problems go away with it.", "applications"),
        ("Fax from the desktop", "This service has ended.", "it"),
        ("Claim travel expenses", "Photograph receipts with Travel Desk.", "applications"),
        ("Work with two monitors", "Docking stations show both.", "it"),
        ("Back up a laptop", "It happens by itself while you are on the network.", "it"),
        ("Out-of-office replies", "Set them for colleagues and for others separately.", "email"),
        ("Recover a deleted mail", "Fourteen days back, without our help.", "email"),
        ("Keyboard layouts and accents", "é, ß, ø and 日本語 on any keyboard.", "faq"),
        ("Orchard CRM: first steps", "Customers, offers, contracts.", "applications"),
        ("What to do when a server room is too warm", "Call facilities, then the service desk.", "policies"),
        ("Signing in with a security key", "Register two keys and keep one at home.", "it"),
        ("Export data without surprises", "Choose UTF-8, and check the first line.", "applications"),
    ]
}
