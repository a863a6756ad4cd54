import ExchangeModel

/// Services, applications, devices and servers.
enum ConfigurationSeeds {
    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let things = try SeedBatch(
            "cmdb_ci",
            """
            sys_id name short_description category subcategory install_status operational_status environment \
            assigned_to support_group location company serial_number asset_tag cost
            """,
            store: store)
        for (index, row) in items.enumerated() {
            let sysID = world.random.sysID()
            world.items.append(.init(sysID: sysID, name: row.0))
            let group = world.groups[row.3] ?? ""
            try things.add(
                [
                    sysID, row.0, row.1, row.2, "", index % 11 == 7 ? "3" : "1", index % 13 == 9 ? "2" : "1",
                    row.2 == "Service" ? "Production" : "", index % 3 == 0 ? "" : world.random.pick(world.people).sysID,
                    group,
                    world.random.pick(world.locations).sysID, world.companies[0],
                    row.2 == "Hardware" ? world.random.hex(10, upperCase: true) : "",
                    row.2 == "Hardware" ? "P\(1_000_100 + index)" : "",
                    row.2 == "Hardware" ? "\(600 + world.random.below(2400)).90" : "",
                ], .init(world.before(hours: 9000 - index * 24)))
        }
        let servers = try SeedBatch(
            "cmdb_ci_server",
            """
            sys_id name host_name short_description os os_version ram cpu_count disk_space ip_address fqdn \
            classification used_for firewall_status install_status operational_status support_group location \
            company manufacturer serial_number asset_tag cost install_date
            """,
            store: store)
        let sorts = [
            ("web", "Web front end"), ("app", "Application server"), ("db", "Database server"), ("mail", "Mail relay"),
            ("file", "File server"), ("build", "Build agent"),
        ]
        let systems = [("Linux Debian", "12"), ("Linux Red Hat", "9.3"), ("Windows 2022 Datacenter", "21H2")]
        for index in 0..<24 {
            let (sort, text) = sorts[index % sorts.count]
            let place = ["san", "aus", "ham", "tyo"][index % 4]
            let host = "\(place)-\(sort)-0\(1 + index / sorts.count)"
            let system = world.random.pick(systems)
            let sysID = world.random.sysID()
            let production = index % 5 != 4
            world.items.append(.init(sysID: sysID, name: host))
            try servers.add(
                [
                    sysID, host, host, "\(text) \(production ? "for production" : "for tests")", system.0, system.1,
                    String(4096 << (index % 4)), String(2 << (index % 3)), String(120 * (1 + index % 5)),
                    "10.\(index % 4).20.\(10 + index)",
                    host + ".acme.example.com", production ? "Production" : "Development",
                    production ? "Production" : "Test",
                    sort == "web" || sort == "mail" ? "DMZ" : "Intranet", "1", index == 9 ? "2" : "1",
                    world.groups[sort == "db" ? "Database" : "Software"] ?? "",
                    world.locations[[0, 2, 5, 8][index % 4]].sysID,
                    world.companies[0], world.companies[3], world.random.hex(12, upperCase: true),
                    "P\(1_000_500 + index)",
                    "\(1800 + index * 115).50", world.before(hours: 8000 + index * 90).glideText,
                ], .init(world.before(hours: 7900 - index * 50)))
        }
    }

    private static let items: [(String, String, String, String)] = [
        ("Email", "Mail and calendars for everybody", "Service", "Software"),
        ("VPN", "Remote access to the company network", "Service", "Network"),
        ("Office Wireless", "Wireless network of all sites", "Service", "Network"),
        ("Payroll", "Pays salaries, twice a month", "Service", "Application Development"),
        ("Service Catalog", "Where things are ordered", "Service", "Software"),
        ("Single Sign-On", "One login for all applications", "Service", "Security Operations"),
        ("Orchard CRM", "Customers, offers and contracts", "Application", "Software"),
        ("Ledger", "General ledger", "Application", "Application Development"),
        ("Warehouse Scanner App", "Picks and packs", "Application", "Application Development"),
        ("Travel Desk", "Books trips and claims expenses", "Application", "Software"),
        ("Intranet", "News, people & places", "Application", "Software"),
        ("Badge System", "Opens doors", "Application", "Facilities Team"),
        ("PRN-SD-3F", "Printer, San Diego, third floor", "Hardware", "Hardware"),
        ("PRN-HH-1F", "Printer, Hamburg, ground floor", "Hardware", "Hardware"),
        ("PRN-TYO-12F", "複合機 東京 12階", "Hardware", "Hardware"),
        ("SW-AUS-CORE", "Core switch, Austin", "Hardware", "Network"),
        ("SW-NYC-2F", "Access switch, New York, second floor", "Hardware", "Network"),
        ("AP-LON-14", "Access point, London", "Hardware", "Network"),
        ("Conference Kit \"Harbor\"", "Screen, camera and microphones", "Hardware", "Hardware"),
        ("LAP-0417", "Laptop, 14 inch", "Hardware", "Hardware"),
        ("LAP-0533", "Laptop, 16 inch", "Hardware", "Hardware"),
        ("LAP-0608", "Laptop, 14 inch", "Hardware", "Hardware"), ("PHN-2210", "Mobile phone", "Hardware", "Hardware"),
        ("UPS-SD-01", "Battery, San Diego server room", "Hardware", "Facilities Team"),
    ]
}
