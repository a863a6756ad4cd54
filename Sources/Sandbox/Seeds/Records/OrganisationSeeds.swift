import ExchangeModel

/// Companies, locations, departments, groups and roles.
enum OrganisationSeeds {
    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        try writeCompanies(&world, store)
        try writeLocations(&world, store)
        try writeDepartments(&world, store)
        try writeGroups(&world, store)
    }

    private static func writeCompanies(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch(
            "core_company",
            """
            sys_id name street city country website num_employees revenue_per_year stock_symbol primary \
            manufacturer vendor
            """,
            store: store)
        let rows: [(String, String, String, String, String, String, String)] = [
            ("ACME North America", "1600 Harbor Way", "San Diego", "USA", "4200", "125000000.50", "ACNA"),
            ("ACME Europe", "Am Sandtorkai 12", "Hamburg", "Germany", "1900", "61000000", "ACEU"),
            ("ACME Asia Pacific", "2-1 Marunouchi", "Tokyo", "Japan", "800", "27500000", "ACAP"),
            ("Northwind Hardware", "77 Foundry Street", "Portland", "USA", "650", "9800000", "NWHW"),
            ("Lumen Networks", "14 Signal Road", "Austin", "USA", "1200", "", "LMN"),
            ("Café Technologies", "8 rue du Port", "Marseille", "France", "90", "", ""),
            ("Orchard Software", "300 Pippin Lane", "Ithaca", "USA", "310", "4400000", "ORCH"),
            ("Blue Heron Storage", "5 Lakeshore Drive", "Madison", "USA", "220", "", "BHS"),
        ]
        for (index, row) in rows.enumerated() {
            let sysID = index == 0 ? "31bea3d53790200044e0bfc8bcbe5dec" : world.random.sysID()
            let site = row.0.split(separator: " ").joined(separator: "-").lowercased()
            world.companies.append(sysID)
            try batch.add(
                [
                    sysID, row.0, row.1, row.2, row.3, "https://\(index == 5 ? "cafe-technologies" : site).example.com",
                    row.4, row.5,
                    row.6, index == 0 ? "true" : "false", "", "",
                ], .init(world.before(hours: 40_000 - index)))
        }
    }

    private static func writeLocations(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch(
            "cmn_location", "sys_id name full_name street city state country zip parent company latitude longitude",
            store: store)
        let rows: [(String, String, String, String, String, String, String)] = [
            ("San Diego", "1600 Harbor Way", "San Diego", "CA", "USA", "92101", "32.7157 -117.1611"),
            ("San Diego, Building B", "1610 Harbor Way", "San Diego", "CA", "USA", "92101", "32.7159 -117.1620"),
            ("Austin", "900 Congress Avenue", "Austin", "TX", "USA", "78701", "30.2711 -97.7437"),
            ("New York", "55 Water Street", "New York", "NY", "USA", "10041", "40.7033 -74.0090"),
            ("Chicago", "20 Wacker Drive", "Chicago", "IL", "USA", "60606", "41.8827 -87.6376"),
            ("Hamburg", "Am Sandtorkai 12", "Hamburg", "", "Germany", "20457", "53.5436 9.9928"),
            ("Zürich", "Bahnhofstrasse 3", "Zürich", "", "Switzerland", "8001", "47.3720 8.5390"),
            ("London", "8 Tooley Street", "London", "", "United Kingdom", "SE1 2QG", "51.5055 -0.0860"),
            ("Tokyo 東京", "2-1 Marunouchi", "Tokyo", "", "Japan", "100-0005", "35.6812 139.7671"),
            ("Tel Aviv", "Rothschild 20", "Tel Aviv", "", "Israel", "6688119", "32.0636 34.7706"),
            ("São Paulo", "Avenida Paulista 900", "São Paulo", "SP", "Brazil", "01310-100", "-23.5650 -46.6520"),
            ("Bengaluru", "12 Residency Road", "Bengaluru", "KA", "India", "560025", "12.9698 77.6000"),
        ]
        for (index, row) in rows.enumerated() {
            let sysID = world.random.sysID()
            let place = row.6.split(separator: " ").map(String.init)
            let parent = index == 1 ? world.locations[0].sysID : ""
            let company = world.companies[
                row.4 == "USA" || row.4 == "Brazil" ? 0 : row.4 == "Japan" || row.4 == "India" ? 2 : 1]
            world.locations.append((sysID, row.0))
            try batch.add(
                [
                    sysID, row.0, parent.isEmpty ? row.0 : "San Diego/" + row.0, row.1, row.2, row.3, row.4, row.5,
                    parent, company, place[0], place[1],
                ],
                .init(world.before(hours: 39_000 - index)))
        }
    }

    private static func writeDepartments(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch(
            "cmn_department", "sys_id name id description head_count company parent dept_head", store: store)
        let rows: [(String, String, String)] = [
            ("IT", "10", "Runs what everybody else works with"), ("Finance", "20", "Accounts, payroll and audit"),
            ("HR", "30", "People and learning"), ("Sales", "40", "Direct and partner sales"),
            ("Product Management", "50", "Decides what is built next"), ("Development", "51", "Builds it"),
            ("Customer Support", "60", "Answers customers, day and night"), ("Legal", "70", "Contracts and compliance"),
            ("Marketing", "80", "Brand, events & web"), ("Facilities", "90", "Buildings, keys and coffee"),
        ]
        for (index, row) in rows.enumerated() {
            let drawn = world.random.sysID()
            let sysID = row.0 == "Finance" ? "a581ab703710200044e0bfc8bcbe5de8" : drawn
            world.departments.append(sysID)
            let parent = index == 5 ? world.departments[4] : ""
            try batch.add(
                [
                    sysID, row.0, row.1, row.2, String(8 + world.random.below(60)), world.companies[0], parent,
                    row.0 == "Finance" ? "46c5bf6ca9fe1981010713e3ac7d3384" : "",
                ],
                .init(world.before(hours: 38_000 - index)))
        }
    }

    private static func writeGroups(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch("sys_user_group", "sys_id name description email parent", store: store)
        let rows: [(String, String, String)] = [
            ("d625dccec0a8016700a222a0f7900d06", "Service Desk", "First line for every call"),
            ("287ebd7da9fe198100f92cc8d1d2154e", "Network", "Cables, switches, wireless and VPN"),
            ("8a5055c9c61122780043563ef53438e3", "Hardware", "Laptops, phones and printers"),
            ("8a4dde73c6112278017a6a4baf547aa7", "Software", "Applications and licences"),
            ("287ee6fea9fe198100ada7950d0b1b73", "Database", "Databases and their backups"),
            ("", "Application Development", "In-house applications"),
            ("", "Change Management", "Reviews planned changes"),
            ("", "CAB Approval", "The change advisory board"), ("", "Problem Solving", "Looks for causes"),
            ("", "Incident Management", "Major incidents"),
            ("", "Catalog Request Approvers", "Approves what costs money"),
            ("", "Facilities Team", "Rooms, badges & keys"), ("", "Security Operations", "Watches and responds"),
        ]
        for (index, row) in rows.enumerated() {
            let sysID = row.0.isEmpty ? world.random.sysID() : row.0
            world.groups[row.1] = sysID
            let address = row.1.split(separator: " ").joined(separator: ".").lowercased() + "@example.com"
            try batch.add([sysID, row.1, row.2, address, ""], .init(world.before(hours: 37_000 - index)))
        }
    }
}
