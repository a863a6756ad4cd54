/// The navigator, themes, tags, and changes that travel between instances.
enum LaterNavigation {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_app_application": writeMenus, "sys_app_module": writeModules, "sys_ux_theme": writeThemes,
        "sys_ux_style": writeStyles, "label": writeTags, "label_entry": writeTagged, "sys_update_set": writeSets,
        "sys_update_xml": writeUpdates,
    ]

    private static let menus: [(String, String)] = [
        ("Incident", "incident"), ("Problem", "problem"), ("Change", "change_request"),
        ("Service Catalog", "sc_req_item"),
        ("Knowledge", "kb_knowledge"), ("Configuration", "cmdb_ci"), ("Assets", "alm_asset"), ("Users", "sys_user"),
        ("System Logs", "syslog"), ("System Definition", "sys_db_object"),
    ]

    private static func writeMenus(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_app_application", "title name sys_name hint active order sys_scope sys_package", of: menus)
        { index, menu in
            [menu.0, menu.1, menu.0, "", "true", String(index * 100), "global", "global"]
        }
    }

    private static func writeModules(_ seeds: LaterSeeds) throws {
        let kinds = [
            ("Create New", "NEW", ""), ("Open", "LIST", "active=true"), ("All", "LIST", ""),
            ("Mine", "LIST", "assigned_to=javascript:gs.getUserID()"),
        ]
        try seeds.rows(
            "sys_app_module", "title sys_name application name link_type filter order active sys_scope sys_package",
            menus.count * 4
        ) { index, _ in
            let kind = kinds[index % 4]
            return [
                kind.0, kind.0, SeedIdentity.sysID("sys_app_application", index / 4), menus[index / 4].1, kind.1,
                kind.2,
                String(index % 4 * 100), "true", "global", "global",
            ]
        }
    }

    private static func writeThemes(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_ux_theme", "name sys_name description active parent sys_scope sys_package",
            of: ["Polaris", "Coral", "Harbor"]
        ) {
            index, name in
            [name, name, "", "true", index == 2 ? SeedIdentity.sysID("sys_ux_theme", 0) : "", "global", "global"]
        }
    }

    private static func writeStyles(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_ux_style", "name sys_name type sys_scope sys_package",
            of: ["Light", "Dark", "Harbor light", "Harbor dark"]
        ) {
            index, name in
            [name, name, index % 2 == 0 ? "theme" : "variant", "global", "global"]
        }
    }

    private static func writeTags(_ seeds: LaterSeeds) throws {
        try seeds.rows("label", "name owner viewable_by active color", of: ["follow up", "vip", "audit", "training"]) {
            index, name in
            [
                name, seeds.world.people[1 + index].sysID, index == 2 ? "everyone" : "me", "true",
                ["blue", "red", "", "green"][index],
            ]
        }
    }

    private static func writeTagged(_ seeds: LaterSeeds) throws {
        try seeds.rows("label_entry", "label table table_key title id_type id_display", 16) { index, _ in
            let sysID = SeedIdentity.sysID("incident", index * 11)
            let number = RecordStore.number("INC", 10_000 - LaterIncidents.count + 1 + index * 11)
            return [
                SeedIdentity.sysID("label", index % 4), "incident", sysID, "Incident - " + number, "Incident", number,
            ]
        }
    }

    private static func writeSets(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_update_set", "name description state application is_default",
            of: ["Default", "Spring release", "Hot fix 3", "Trial"]
        ) {
            index, name in
            [name, "", index == 0 || index == 3 ? "in progress" : "complete", "global", index == 0 ? "true" : "false"]
        }
    }

    private static func writeUpdates(_ seeds: LaterSeeds) throws {
        let sources = ["sys_script", "sys_ui_action", "sys_properties"]
        try seeds.rows("sys_update_xml", "name target_name type update_set action application category payload", 60) {
            index, _ in
            let source = sources[index % 3]
            let name = source + "_" + SeedIdentity.sysID(source, index / 3)
            return [
                name, name, ["Business Rule", "UI Action", "System Property"][index % 3],
                SeedIdentity.sysID("sys_update_set", index % 4), "INSERT_OR_UPDATE", "global", "customer",
                "<record_update table=\"\(source)\"/>",
            ]
        }
    }
}
