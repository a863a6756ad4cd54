import ExchangeModel

/// Models, what was bought of them, and contracts.
enum LaterAssets {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmdb_model_category": writeCategories, "cmdb_model": writeModels,
        "cmdb_hardware_product_model": writeHardwareModels,
        "alm_asset": writeAssets, "alm_hardware": writeHardware, "ast_contract": writeContracts,
    ]

    private static let categories = [
        ("Server", "cmdb_ci_server"), ("Computer", "cmdb_ci_computer"), ("Network Gear", "cmdb_ci_netgear"),
        ("Printer", "cmdb_ci_printer"), ("Software", "cmdb_ci_spkg"), ("Consumable", ""),
    ]
    private static let models = [
        ("RackPro 200", 0, 3), ("RackPro 400", 0, 3), ("Harbor 1U", 0, 3), ("Harbor 2U", 0, 3), ("Blade S", 0, 7),
        ("Blade L", 0, 7), ("Feather 14", 1, 3), ("Feather 16", 1, 3), ("Desk Mini", 1, 3), ("Workbench 9", 1, 5),
    ]

    private static func writeCategories(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_model_category", "name sys_name cmdb_ci_class asset_class sys_scope", of: categories) {
            index, row in
            [row.0, row.0, row.1, index < 4 ? "alm_hardware" : "alm_asset", "global"]
        }
    }

    private static func writeModels(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_model", "name display_name cmdb_model_category cost status", of: ["Paper A4", "Toner", "USB stick"]
        ) {
            index, name in
            [name, name, SeedIdentity.sysID("cmdb_model_category", 5), "\(4 + index * 9).50", "In Production"]
        }
    }

    private static func writeHardwareModels(_ seeds: LaterSeeds) throws {
        let world = seeds.world
        try seeds.rows(
            "cmdb_hardware_product_model",
            "name display_name full_name manufacturer cmdb_model_category model_number cost status cmdb_ci_class",
            of: models
        ) { index, model in
            [
                model.0, "Northwind " + model.0, "Northwind " + model.0, world.companies[model.2],
                SeedIdentity.sysID("cmdb_model_category", model.1), "NW-\(100 + index)", "\(900 + index * 130).00",
                index == 8 ? "Retired" : "In Production", categories[model.1].1,
            ]
        }
    }

    private static func writeAssets(_ seeds: LaterSeeds) throws {
        try seeds.rows("alm_asset", "display_name model model_category quantity install_status location cost", 12) {
            index, world in
            [
                ["Paper A4", "Toner", "USB stick"][index % 3], SeedIdentity.sysID("cmdb_model", index % 3),
                SeedIdentity.sysID("cmdb_model_category", 5), String(10 + index * 5), "6", world.locations[index].sysID,
                "\(40 + index).00",
            ]
        }
    }

    private static func writeHardware(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "alm_hardware",
            """
            display_name asset_tag serial_number model model_category ci assigned_to department location company cost \
            install_status purchase_date warranty_expiration
            """, 90, aged: (15_000, 500)
        ) { index, world in
            let isComputer = index < LaterServers.computers
            let person = world.people[10 + index % LaterServers.computers]
            let model = isComputer ? 6 + index % 4 : index % 6
            let tag = "P\(isComputer ? 1_020_000 + index : 1_014_000 + index - LaterServers.computers)"
            let bought = world.before(hours: 15_000 - index * 120)
            return [
                tag + " - Northwind " + models[model].0, tag, world.random.hex(10, upperCase: true),
                SeedIdentity.sysID("cmdb_hardware_product_model", model),
                SeedIdentity.sysID("cmdb_model_category", isComputer ? 1 : 0),
                isComputer
                    ? SeedIdentity.sysID("cmdb_ci_computer", index)
                    : SeedIdentity.sysID("cmdb_ci_linux_server", index - LaterServers.computers),
                isComputer ? person.sysID : "", world.departments[index % world.departments.count],
                isComputer ? person.location : world.locations[0].sysID, world.companies[0],
                "\(1_200 + index % 5 * 150).00", index % 21 == 5 ? "6" : "1", bought.civil.dateText,
                bought.advanced(bySeconds: 94_608_000).civil.dateText,
            ]
        }
    }

    private static func writeContracts(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "ast_contract",
            "number short_description vendor starts ends state active monthly_cost yearly_cost contract_administrator",
            9
        ) { index, world in
            let begins = world.before(hours: 20_000 - index * 1_500)
            let isOver = index < 2
            return [
                RecordStore.number("CNTR", 9_900 + index), ["Maintenance", "Lease", "Licences"][index % 3],
                world.companies[3 + index % 5], begins.civil.dateText,
                begins.advanced(bySeconds: 94_608_000).civil.dateText,
                isOver ? "expired" : "active", isOver ? "false" : "true", "\(400 + index * 50).00",
                "\(4_800 + index * 600).00", LaterPeople.sysID(16),
            ]
        }
    }
}
