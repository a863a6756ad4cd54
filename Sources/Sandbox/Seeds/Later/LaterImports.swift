import ExchangeModel

/// Staging tables with rows that were loaded once, and how rows are transformed.
enum LaterImports {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_data_source": writeSources, "sys_import_set": writeSets, "imp_user": writeUsers,
        "imp_location": writeLocations, "imp_computer": writeComputers, "sys_import_set_run": writeRuns,
        "sys_transform_map": writeMaps, "sys_transform_entry": writeEntries,
    ]

    private static let kinds = [
        ("imp_user", "sys_user"), ("imp_location", "cmn_location"), ("imp_computer", "cmdb_ci_computer"),
    ]
    private static let rowColumns =
        "sys_import_set sys_import_row sys_import_state sys_target_table sys_target_sys_id sys_transform_map"

    /// From which column into which, by staging table; the first tells records apart.
    private static let fields: [[(String, String)]] = [
        [
            ("user_id", "user_name"), ("first_name", "first_name"), ("last_name", "last_name"), ("email", "email"),
            ("phone", "phone"), ("department", "department"), ("location", "location"),
        ],
        [
            ("name", "name"), ("street", "street"), ("city", "city"), ("state", "state"), ("zip", "zip"),
            ("country", "country"),
        ],
        [
            ("serial_number", "serial_number"), ("name", "name"), ("operating_system", "os"), ("ram", "ram"),
            ("disk_space", "disk_space"), ("cpu_count", "cpu_count"),
        ],
    ]

    private static func writeSources(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_data_source", "name sys_name type format import_set_table_name import_set_table_label sys_scope",
            of: kinds
        ) {
            _, kind in
            ["File for " + kind.1, "File for " + kind.1, "File", "CSV", kind.0, kind.0, "global"]
        }
    }

    private static func writeSets(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_import_set", "number short_description table_name data_source state mode load_completed", 3,
            aged: (7_000, 5_000)
        ) {
            index, world in
            [
                RecordStore.number("ISET", 9_990 + index), "Loaded once", kinds[index].0,
                SeedIdentity.sysID("sys_data_source", index), "processed", "synchronous",
                world.before(hours: 4_900).glideText,
            ]
        }
    }

    private static func row(_ index: Int, _ kind: Int, target: String) -> [String] {
        [
            SeedIdentity.sysID("sys_import_set", kind), String(index), target.isEmpty ? "error" : "updated",
            kinds[kind].1,
            target, SeedIdentity.sysID("sys_transform_map", kind),
        ]
    }

    private static func writeUsers(_ seeds: LaterSeeds) throws {
        try seeds.rows("imp_user", rowColumns + " user_id first_name last_name email phone", 12, aged: (5_000, 4_990)) {
            index, world in
            let person = world.people[20 + index]
            let name = person.name.split(separator: " ")
            return row(index, 0, target: person.sysID) + [
                person.userName, String(name.first ?? ""), String(name.last ?? ""), person.userName + "@example.com",
                "",
            ]
        }
    }

    private static func writeLocations(_ seeds: LaterSeeds) throws {
        try seeds.rows("imp_location", rowColumns + " name city", 8, aged: (5_000, 4_990)) { index, world in
            let place = world.locations[index]
            return row(index, 1, target: place.sysID) + [place.name, place.name]
        }
    }

    private static func writeComputers(_ seeds: LaterSeeds) throws {
        try seeds.rows("imp_computer", rowColumns + " name serial_number ram disk_space", 10, aged: (5_000, 4_990)) {
            index, world in
            row(index, 2, target: index == 6 ? "" : SeedIdentity.sysID("cmdb_ci_computer", index)) + [
                "LAP-\((1_000 + index).padded(to: 4))", world.random.hex(10, upperCase: true),
                index == 6 ? "lots" : "8192", "512",
            ]
        }
    }

    private static func writeRuns(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_import_set_run", "number set sys_transform_map state total inserts updates ignored skipped errors", 3,
            aged: (5_000, 4_980)
        ) { index, _ in
            [
                RecordStore.number("IRUN", 9_990 + index), SeedIdentity.sysID("sys_import_set", index),
                SeedIdentity.sysID("sys_transform_map", index), "complete", ["12", "8", "10"][index], "0",
                ["12", "8", "9"][index], "0", "0", index == 2 ? "1" : "0",
            ]
        }
    }

    private static func writeMaps(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_transform_map", "name sys_name source_table target_table active run_business_rules order sys_scope",
            of: kinds
        ) {
            _, kind in
            [kind.0 + " to " + kind.1, kind.0 + " to " + kind.1, kind.0, kind.1, "true", "true", "100", "global"]
        }
    }

    private static func writeEntries(_ seeds: LaterSeeds) throws {
        let rows = fields.enumerated().flatMap { kind, fields in
            fields.enumerated().map { (kind: kind, source: $1.0, target: $1.1, isKey: $0 == 0) }
        }
        try seeds.rows(
            "sys_transform_entry",
            "map source_table target_table source_field target_field coalesce choice_action use_source_script sys_name sys_scope",
            of: rows
        ) { _, row in
            [
                SeedIdentity.sysID("sys_transform_map", row.kind), kinds[row.kind].0, kinds[row.kind].1, row.source,
                row.target, row.isKey ? "true" : "false", "create", "false", row.target, "global",
            ]
        }
    }
}
