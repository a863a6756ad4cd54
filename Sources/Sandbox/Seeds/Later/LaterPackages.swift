/// Applications and plugins.
enum LaterPackages {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_package": writePackages, "sys_scope": writeScopes, "sys_app": writeApplications,
        "sys_plugins": writePlugins,
    ]

    /// Scoped applications: name and scope.
    static let applications = [
        ("Loan Desk", "x_acme_loans"), ("Visitor Book", "x_acme_visitors"), ("Shift Plan", "x_acme_shifts"),
    ]

    private static func writePackages(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_package", "name source version active", of: ["Dependencies", "Demo data"]) { index, name in
            [name, "package.\(index)", "1.0.\(index)", "true"]
        }
    }

    private static func writeScopes(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("sys_scope", "name scope short_description active private version source")
        var world = seeds.world(for: "sys_scope")
        try batch.add(
            ["global", "Global", "global", "Everything without a scope of its own", "true", "false", "", "global"],
            .init(world.before(hours: 50_000)))
    }

    private static func writeApplications(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_app", "name scope short_description version active vendor_prefix source", of: applications)
        { index, row in
            [row.0, row.1, "Made here", "1.\(index).0", "true", "x_acme", row.1]
        }
    }

    private static func writePlugins(_ seeds: LaterSeeds) throws {
        let names = [
            "Incident", "Problem", "Change Management", "Service Catalog", "Knowledge", "Configuration Management",
            "Service Level Management", "Import Sets", "REST API Explorer", "Asset Management", "Attachments",
            "Scheduler",
        ]
        try seeds.rows("sys_plugins", "name source version active license_model", of: names) { index, name in
            let mark = name.lowercased().split(separator: " ").joined(separator: "_")
            return [name, "com.example." + mark, "1.0.0", index == 9 ? "false" : "true", "none"]
        }
    }
}
