/// What runs on servers: applications, databases, installed software.
enum LaterApplications {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmdb_ci_appl": writeApplications, "cmdb_ci_db_instance": writeInstances, "cmdb_ci_web_server": writeWebServers,
        "cmdb_ci_app_server": writeServers, "cmdb_ci_database": writeDatabases, "cmdb_ci_spkg": writePackages,
    ]

    private static func linux(_ index: Int) -> String { SeedIdentity.sysID("cmdb_ci_linux_server", index % 40) }

    private static func writeApplications(_ seeds: LaterSeeds) throws {
        let names = [
            "Ledger batch", "Scanner gateway", "Badge controller", "Mail filter", "Backup agent", "Log shipper",
        ]
        try seeds.rows("cmdb_ci_appl", "name short_description version tcp_port used_for install_directory", of: names)
        {
            index, name in
            [name, "Runs on two servers", "4.\(index)", String(8_100 + index), "Production", "/opt/app\(index)"]
        }
    }

    private static func writeInstances(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_ci_db_instance", "name short_description version tcp_port listener_name install_directory", 14
        ) {
            index, _ in
            let isLarge = index % 3 == 0
            return [
                "\(isLarge ? "ora" : "pg")\(index + 1)@lnx", isLarge ? "Oracle" : "PostgreSQL",
                isLarge ? "19c" : "16.4",
                isLarge ? "1521" : "5432", isLarge ? "LISTENER" : "", "/var/lib/db\(index)",
            ]
        }
    }

    private static func writeWebServers(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_web_server", "name short_description version tcp_port type provided_by", 10) {
            index, _ in
            ["nginx@web-\(index + 1)", "Front end", "1.26", "443", "nginx", linux(index * 2)]
        }
    }

    private static func writeServers(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_app_server", "name short_description version tcp_port container", 10) { index, _ in
            ["tomcat@app-\(index + 1)", "Runs an application", "10.1", "8080", "Catalina"]
        }
    }

    private static func writeDatabases(_ seeds: LaterSeeds) throws {
        let names = ["orders", "ledger", "people", "badges", "stock", "travel", "intranet", "mail", "tests", "archive"]
        try seeds.rows("cmdb_ci_database", "name short_description type version db_server", of: names) { index, name in
            [name, "The data of " + name, "PostgreSQL", "16", linux(index * 3)]
        }
    }

    private static func writePackages(_ seeds: LaterSeeds) throws {
        let names = [
            "OpenSSL", "Python", "Java Runtime", "Office Suite", "Drawing Tool", "VPN Client", "Antivirus", "Browser",
        ]
        try seeds.rows(
            "cmdb_ci_spkg", "name short_description version key package_name install_count license_count", of: names
        ) {
            index, name in
            [
                name, "Installed software", "\(index + 1).2", name.lowercased(), name.lowercased(),
                String(40 + index * 17),
                index % 2 == 0 ? "" : String(50 + index * 20),
            ]
        }
    }
}
