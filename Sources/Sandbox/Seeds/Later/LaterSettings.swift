/// Settings, numbering, languages and other small print.
enum LaterSettings {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_properties": writeProperties, "sys_filter_option_dynamic": writeFilters, "sys_choice_set": writeChoiceSets,
        "sys_number": writeNumbers, "sys_number_counter": writeCounters, "sys_dictionary_override": writeOverrides,
        "sys_relationship": writeRelationships, "sys_language": writeLanguages, "sys_ui_message": writeMessages,
    ]

    private static let properties: [(String, String, String, String)] = [
        ("glide.sys.default.tz", "US/Pacific", "string", "The zone of the instance"),
        (
            "glide.invalid_query.returns_no_rows", "false", "boolean",
            "Whether a query that is not understood finds nothing"
        ),
        ("glide.rest.max_content_length", "10", "integer", "Megabytes of a request, at most"),
        ("glide.ui.session_timeout", "30", "integer", "Minutes until a session ends"),
        ("glide.attachment.max_size", "1024", "integer", "Megabytes of a file, at most"),
        ("glide.sys.date_format", "yyyy-MM-dd", "string", "How days are written"),
        ("glide.sys.time_format", "HH:mm:ss", "string", "How times are written"),
        ("glide.product.name", "Sandbox", "string", "What the instance calls itself"),
        ("glide.email.smtp.active", "false", "boolean", "Whether mail goes out"),
        ("glide.db.max_view_records", "10000", "integer", "Rows of a list, at most"),
    ]

    /// Behind the others, whose sys_ids go by their place.
    private static let laterProperties: [(String, String, String, String)] = [
        (IntrospectionSwitch.property, "false", "boolean", "Whether GraphQL tells which types there are"),
        (IntrospectionSwitch.recordProperty, "false", "boolean", "Whether these include the types of tables"),
    ]

    private static func writeProperties(_ seeds: LaterSeeds) throws {
        let (first, further) = seeds.tableNames
        func listRows(_ names: [String]) -> [(String, String, String, String)] {
            names.map { ("glide.ui.\($0).list.rows", "20", "integer", "Rows of a list of \($0)") }
        }
        let columns = "name sys_name value type description is_private ignore_cache sys_scope sys_package"
        func values(_ row: (String, String, String, String)) -> [String] {
            [row.0, row.0, row.1, row.2, row.3, "false", "false", "global", "global"]
        }
        let rows = properties + listRows(first) + laterProperties
        try seeds.rows("sys_properties", columns, of: rows, by: "system") { _, row in values(row) }
        try seeds.further(
            "sys_properties", columns, behind: rows.count, of: SignInProperty.seeds + listRows(further), by: "system"
        ) { _, row in values(row) }
    }

    private static func writeFilters(_ seeds: LaterSeeds) throws {
        let table = DynamicFilters.table
        let given = [
            (DynamicFilters.me, "Me", "gs.getUserID()", "sys_user"),
            (DynamicFilters.myGroups, "One of My Groups", "gs.getUser().getMyGroups()", "sys_user_group"),
            (SeedIdentity.sysID(table, 2), "My company", "gs.getUser().getCompanyID()", "core_company"),
        ]
        let batch = try seeds.batch(
            table,
            "label sys_name script table active available_for_filter available_for_default order sys_scope sys_package")
        var world = seeds.world(for: table)
        for (index, row) in given.enumerated() {
            let stamp = SeedBatch.Stamp(world.before(hours: 40_000 - 31_000 * index / given.count))
            try batch.add(
                [row.0, row.1, row.1, row.2, row.3, "true", "true", "true", String(index * 100), "global", "global"],
                stamp)
        }
    }

    private static func writeChoiceSets(_ seeds: LaterSeeds) throws {
        let rows = seeds.countedTables.flatMap { table in
            table.columns.filter { !$0.choices.isEmpty && $0.owner == table.name }.map { (table.name, $0.name) }
        }
        try seeds.rows("sys_choice_set", "name element sys_name sys_scope sys_package", of: rows, by: "system") {
            _, row in
            [row.0, row.1, row.0 + " | " + row.1, "global", "global"]
        }
    }

    private static func numbered(_ seeds: LaterSeeds) -> [(String, String)] {
        seeds.countedTables.compactMap { table in table.definition.numberPrefix.map { (table.name, $0) } }
    }

    private static func writeNumbers(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_number", "category prefix number maximum_digits sys_name sys_scope sys_package", of: numbered(seeds)
        ) { _, row in
            [row.0, row.1, "10000", "7", row.1, "global", "global"]
        }
    }

    private static func writeCounters(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_number_counter", "table number", of: numbered(seeds), by: "system") { _, row in
            [row.0, "10000"]
        }
    }

    private static func writeOverrides(_ seeds: LaterSeeds) throws {
        let given = [
            ("incident", "priority", "4"), ("problem", "state", "101"), ("change_request", "category", "other"),
        ]
        try seeds.rows(
            "sys_dictionary_override",
            "name element base_table default_value default_value_override sys_name sys_scope sys_package", of: given
        ) { _, row in
            [row.0, row.1, "task", row.2, "true", row.0 + "." + row.1, "global", "global"]
        }
    }

    private static func writeRelationships(_ seeds: LaterSeeds) throws {
        let given = [
            ("Incidents of the same caller", "incident"), ("Tasks of the group", "task"),
            ("Articles that may help", "incident"),
        ]
        try seeds.rows(
            "sys_relationship", "name sys_name basic_apply_to basic_query_from advanced sys_scope sys_package",
            of: given
        ) { _, row in
            [row.0, row.0, row.1, row.1, "false", "global", "global"]
        }
    }

    private static func writeLanguages(_ seeds: LaterSeeds) throws {
        let given = [
            ("English", "en"), ("German", "de"), ("Spanish", "es"), ("French", "fr"), ("Japanese", "ja"),
            ("Hebrew", "he"),
        ]
        try seeds.rows("sys_language", "name sys_name id active text_direction sys_scope sys_package", of: given) {
            _, row in
            [row.0, row.0, row.1, "true", row.1 == "he" ? "rtl" : "ltr", "global", "global"]
        }
    }

    private static func writeMessages(_ seeds: LaterSeeds) throws {
        let given = [
            ("Saved", "Gespeichert"), ("Not found", "Nicht gefunden"), ("New record", "Neuer Datensatz"),
            ("Are you sure?", "Sind Sie sicher?"),
        ]
        try seeds.rows("sys_ui_message", "key message language sys_name sys_scope sys_package", given.count * 2) {
            index, _ in
            let row = given[index / 2]
            return [row.0, index % 2 == 0 ? row.0 : row.1, index % 2 == 0 ? "en" : "de", row.0, "global", "global"]
        }
    }
}
