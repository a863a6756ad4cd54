import ExchangeModel

/// Network devices and printers.
enum LaterDevices {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmdb_ci_netgear": writeGear, "cmdb_ci_ip_switch": writeSwitches, "cmdb_ci_ip_router": writeRouters,
        "cmdb_ci_printer": writePrinters, "cmdb_ci_hardware": writeHardware,
    ]

    private static let columns = """
        name short_description ip_address ports location company manufacturer serial_number asset_tag support_group \
        can_switch can_route firmware_version install_status operational_status
        """

    private static func device(
        _ name: String, _ text: String, _ index: Int, subnet: Int, ports: Int, routes: Bool, _ world: inout SeedWorld
    ) -> [String] {
        let place = world.locations[index % world.locations.count]
        return [
            name + "-" + (index + 1).padded(to: 2), text + ", " + place.name, "10.200.\(subnet).\(index + 1)",
            String(ports),
            place.sysID, world.companies[0], world.companies[4], world.random.hex(11, upperCase: true),
            "P\(1_030_000 + subnet * 100 + index)", world.groups["Network"] ?? "", routes ? "false" : "true",
            routes ? "true" : "false", "17.\(index % 6)", "1", index % 13 == 8 ? "2" : "1",
        ]
    }

    private static func writeGear(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_netgear", columns, 4, aged: (18_000, 900)) { index, world in
            device("wlc", "Wireless controller", index, subnet: 1, ports: 8, routes: false, &world)
        }
    }

    private static func writeSwitches(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_ip_switch", columns, 24, aged: (18_000, 900)) { index, world in
            device("sw", "Access switch", index, subnet: 2, ports: 48, routes: false, &world)
        }
    }

    private static func writeRouters(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_ip_router", columns, 12, aged: (18_000, 900)) { index, world in
            device("rt", "Router", index, subnet: 3, ports: 4, routes: true, &world)
        }
    }

    private static func writePrinters(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "cmdb_ci_printer", "name short_description ip_address location company ppm color postscript use_count", 14,
            aged: (18_000, 900)
        ) { index, world in
            let place = world.locations[index % world.locations.count]
            return [
                "prn-" + (index + 1).padded(to: 2), "Printer, " + place.name, "10.201.0.\(index + 1)", place.sysID,
                world.companies[0], String(20 + index % 4 * 10), index % 2 == 0 ? "Color" : "Black and White", "true",
                String(world.random.below(90_000)),
            ]
        }
    }

    private static func writeHardware(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_hardware", "name short_description location company serial_number", 6) { index, world in
            let place = world.locations[index % world.locations.count]
            return [
                "rack-\(index + 1)", "Rack, " + place.name, place.sysID, world.companies[0],
                world.random.hex(8, upperCase: true),
            ]
        }
    }
}
