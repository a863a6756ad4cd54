import ExchangeModel

/// Servers by system, virtual machines, clusters, disks, and the computers of colleagues.
enum LaterServers {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmdb_ci_linux_server": { try writeServers("cmdb_ci_linux_server", $0) },
        "cmdb_ci_win_server": { try writeServers("cmdb_ci_win_server", $0) },
        "cmdb_ci_unix_server": { try writeServers("cmdb_ci_unix_server", $0) }, "cmdb_ci_computer": writeComputers,
        "cmdb_ci_vm_instance": writeMachines, "cmdb_ci_cluster": writeClusters, "cmdb_ci_disk": writeDisks,
    ]

    private struct Kind {
        let mark: String
        let system: String
        let version: String
        let count: Int
    }

    private static let kinds = [
        "cmdb_ci_linux_server": Kind(mark: "lnx", system: "Linux Red Hat", version: "9.4", count: 40),
        "cmdb_ci_win_server": Kind(mark: "win", system: "Windows 2022 Datacenter", version: "21H2", count: 24),
        "cmdb_ci_unix_server": Kind(mark: "aix", system: "AIX", version: "7.3", count: 4),
    ]

    /// How many servers of a class there are.
    static func count(of table: String) -> Int { kinds[table]?.count ?? 0 }

    /// How many computers of colleagues there are.
    static let computers = 50
    /// The Linux server that nobody manages any more: its value is no sys_id at all.
    static let dangling = 33

    private static func writeServers(_ table: String, _ seeds: LaterSeeds) throws {
        guard let kind = kinds[table] else { return }
        try seeds.rows(
            table,
            """
            name host_name short_description os os_version ram cpu_count cpu_core_count disk_space ip_address fqdn \
            classification used_for firewall_status install_status operational_status support_group location company \
            manufacturer serial_number asset_tag cost environment managed_by model_id virtual
            """, kind.count, aged: (20_000, 1_000), by: "event.collector"
        ) { index, world in
            let place = index % 4
            let name = "\(["san", "aus", "ham", "tyo"][place])-\(kind.mark)-\((index / 4 + 1).padded(to: 2))"
            let isProduction = index % 5 != 3
            return [
                name, name, isProduction ? "For production" : "For tests", kind.system, kind.version,
                String(8192 << (index % 4)), String(2 << (index % 4)), String(4 << (index % 3)),
                String(200 * (1 + index % 7)), "10.\(place).\(kind.mark.utf8.count * 10 + kind.count).\(20 + index)",
                name + ".acme.example.com", isProduction ? "Production" : "UAT", isProduction ? "Production" : "QA",
                index % 6 == 0 ? "DMZ" : "Intranet", index % 19 == 11 ? "7" : "1", index % 19 == 11 ? "6" : "1",
                world.groups[index % 3 == 0 ? "Database" : "Software"] ?? "",
                world.locations[[0, 2, 5, 8][place]].sysID,
                world.companies[place == 2 ? 1 : place == 3 ? 2 : 0], world.companies[3],
                world.random.hex(12, upperCase: true), "P\(1_010_000 + kind.count * 100 + index)",
                "\(2_400 + index * 65).00", isProduction ? "Production" : "Test",
                table == "cmdb_ci_linux_server" && index == dangling
                    ? "no value" : world.agents[index % world.agents.count].sysID,
                SeedIdentity.sysID("cmdb_hardware_product_model", index % 6), index % 2 == 0 ? "true" : "false",
            ]
        }
    }

    private static func writeComputers(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_ci_computer",
            """
            name short_description os os_version ram cpu_count disk_space assigned_to department location company \
            serial_number asset_tag cost purchase_date warranty_expiration install_status operational_status model_id \
            form_factor mac_address
            """, computers, aged: (15_000, 500)
        ) { index, world in
            let person = world.people[10 + index]
            let bought = world.before(hours: 15_000 - index * 200)
            return [
                "LAP-\((1_000 + index).padded(to: 4))", "Laptop of \(person.name)", "Windows 2019 Standard", "1809",
                String(8192 << (index % 3)), "1", "512", person.sysID,
                world.departments[index % world.departments.count],
                person.location, person.company, world.random.hex(10, upperCase: true), "P\(1_020_000 + index)",
                "\(1_200 + index % 5 * 150).00", bought.civil.dateText,
                bought.advanced(bySeconds: 94_608_000).civil.dateText, index % 21 == 5 ? "6" : "1", "1",
                SeedIdentity.sysID("cmdb_hardware_product_model", 6 + index % 4), "Laptop",
                "02:00:5E:10:00:\(String(index + 16, radix: 16).uppercased())",
            ]
        }
    }

    private static func writeMachines(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_ci_vm_instance",
            "name short_description vm_inst_id state cpus memory disks disks_size nics server location",
            28, aged: (9_000, 200)
        ) { index, world in
            [
                "vm-\((index + 1).padded(to: 3))", "Virtual machine", "i-" + world.random.hex(12),
                index % 7 == 4 ? "off" : "on", String(2 << (index % 3)), String(4096 << (index % 3)), "2",
                String(80 + index * 10), "1", SeedIdentity.sysID("cmdb_ci_linux_server", index % 40 / 2 * 2),
                world.locations[index % 3].sysID,
            ]
        }
    }

    private static func writeClusters(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_ci_cluster", "name short_description cluster_type cluster_status cluster_version",
            of: ["san-cluster-1", "ham-cluster-1", "tyo-cluster-1", "orders-db"]
        ) { index, name in
            [
                name, index == 3 ? "Databases of orders" : "Virtual machines", index == 3 ? "Database" : "Compute",
                "on", "8.0",
            ]
        }
    }

    private static func writeDisks(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_ci_disk", "name computer disk_space size_bytes free_space file_system drive_type volume_name", 60,
            aged: (9_000, 200)
        ) { index, _ in
            let size = 100 * (1 + index % 5)
            return [
                "/dev/sd" + ["a", "b"][index % 2], SeedIdentity.sysID("cmdb_ci_linux_server", index % 40), String(size),
                String(size * 1_073_741_824), "\(size / 3) GB", "xfs", "Local", ["root", "data"][index % 2],
            ]
        }
    }
}
