import Database
import ExchangeModel

/// More shelves and articles, who read them, and what readers said.
enum LaterKnowledge {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "kb_knowledge_base": writeBases, "kb_category": writeCategories, "kb_knowledge": writeArticles,
        "kb_feedback": writeFeedback, "kb_use": writeUses, "m2m_kb_task": writeTasks,
    ]

    private static let bases = [("Human Resources", "Leave, pay and travel"), ("Facilities", "Buildings and rooms")]
    private static let categories = [
        ("Leave", 0), ("Pay", 0), ("Travel", 0), ("Rooms", 1), ("Doors", 1), ("Parking", 1), ("Health", 0),
        ("Kitchen", 1),
    ]
    private static let topics = [
        ("Ask for leave", "Choose the days, send the form, wait for the mail.", 0),
        ("Leave without pay", "Talk to your manager first.", 0),
        ("When salaries are paid", "On the 15th and the last.", 1),
        ("Change your bank account", "In the portal, before the 10th.", 1),
        ("Book a flight", "Through Travel Desk.", 2),
        ("Hotels with our rates", "A list for every city.", 2), ("Book a meeting room", "In the calendar.", 3),
        ("Rooms with video", "They have a camera beside their name.", 3), ("A badge for visitors", "At reception.", 4),
        ("Doors after eight", "Use the side entrance.", 4), ("Park a bicycle", "In the yard, behind the bins.", 5),
        ("Charge a car", "Two hours, please.", 5), ("Eye tests", "Once in two years.", 6),
        ("A desk that fits", "Ask for a visit.", 6), ("The dishwasher", "Who starts it empties it.", 7),
    ]

    /// How many articles there are.
    static var count: Int { topics.count * 2 }

    private static func writeBases(_ seeds: LaterSeeds) throws {
        let world = seeds.world
        try seeds.rows("kb_knowledge_base", "title description owner kb_managers", of: bases) { index, base in
            [
                base.0, base.1, world.people[46 + index].sysID,
                world.people[48 + index].sysID + "," + world.people[3].sysID,
            ]
        }
    }

    private static func writeCategories(_ seeds: LaterSeeds) throws {
        try seeds.rows("kb_category", "label value full_category parent_id parent_table active", of: categories) {
            _, row in
            [
                row.0, row.0.lowercased(), bases[row.1].0 + "/" + row.0, SeedIdentity.sysID("kb_knowledge_base", row.1),
                "kb_knowledge_base", "true",
            ]
        }
    }

    private static func writeArticles(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "kb_knowledge",
            """
            number display_number article_id short_description text category workflow_state active published valid_to \
            author kb_knowledge_base kb_category sys_view_count rating topic latest article_type
            """)
        for index in 0..<count {
            var world = seeds.world(for: "kb_knowledge", index)
            let topic = topics[index % topics.count]
            let isOld = index < topics.count
            let written = world.before(hours: 20_000 - index * 350)
            let author = world.random.pick(world.agents)
            let number = RecordStore.number("KB", 9_900 + index % topics.count)
            var stamp = SeedBatch.Stamp(written)
            (stamp.createdBy, stamp.updatedBy) = (author.userName, author.userName)
            try batch.add(
                [
                    SeedIdentity.sysID("kb_knowledge", index), number, number + (isOld ? " v1.0" : " v2.0"),
                    SeedIdentity.sysID("article", index % topics.count), topic.0,
                    "<h1>\(topic.0)</h1><p>\(topic.1)</p>", "faq", isOld ? "outdated" : "published",
                    isOld ? "false" : "true", written.advanced(bySeconds: 172_800).civil.dateText, "2031-12-31",
                    author.sysID, SeedIdentity.sysID("kb_knowledge_base", categories[topic.2].1),
                    SeedIdentity.sysID("kb_category", topic.2), String(world.random.below(900)),
                    index % 4 == 0 ? "4.0" : "", "General", isOld ? "false" : "true", "text",
                ], stamp)
        }
        try writeFurther(seeds)
    }

    /// Behind the others, so that those stay what they were.
    private static func writeFurther(_ seeds: LaterSeeds) throws {
        let shelf = try seeds.store.connection.row(
            "SELECT \"sys_id\" FROM \"kb_knowledge_base\" WHERE \"title\" = 'IT'"
        ) { $0.text(0) }
        try seeds.further(
            "kb_knowledge",
            """
            number display_number article_id short_description text category workflow_state active published valid_to \
            author kb_knowledge_base sys_view_count topic latest article_type
            """, behind: count, of: LaterArticles.all
        ) { index, article in
            [
                article.number, article.number + " v1.0", SeedIdentity.sysID("article", index), article.title,
                article.text, article.category, "published", "true", "2024-05-02", "2031-12-31",
                seeds.world.people[3].sysID, shelf ?? "", "0", "General", "true", "text",
            ]
        }
    }

    private static func writeFeedback(_ seeds: LaterSeeds) throws {
        let comments = ["Just what I needed.", "The link is dead.", "Please add a picture.", ""]
        try seeds.rows("kb_feedback", "article user useful rating comments flagged", 40, aged: (8_000, 50)) {
            index, world in
            [
                SeedIdentity.sysID("kb_knowledge", topics.count + index % topics.count),
                world.people[7 + index % 60].sysID, index % 5 == 2 ? "no" : "yes", String(2 + index % 4),
                comments[index % 4], index % 4 == 1 ? "true" : "false",
            ]
        }
    }

    private static func writeUses(_ seeds: LaterSeeds) throws {
        try seeds.rows("kb_use", "article user viewed used times_viewed", 120, aged: (6_000, 5)) { index, world in
            [
                SeedIdentity.sysID("kb_knowledge", topics.count + index % topics.count),
                world.people[7 + index % 60].sysID, "true", index % 3 == 0 ? "true" : "false", String(1 + index % 4),
            ]
        }
    }

    private static func writeTasks(_ seeds: LaterSeeds) throws {
        try seeds.rows("m2m_kb_task", "kb_knowledge task", 60, aged: (9_000, 4_000)) { index, _ in
            [
                SeedIdentity.sysID("kb_knowledge", topics.count + index % topics.count),
                SeedIdentity.sysID("incident", index * 7 % LaterIncidents.count),
            ]
        }
    }
}
