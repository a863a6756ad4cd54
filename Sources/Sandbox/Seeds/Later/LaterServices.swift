import ExchangeModel

/// Services with their offerings, and applications as the business sees them.
enum LaterServices {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmdb_ci_service": writeServices, "service_offering": writeOfferings, "cmdb_ci_business_app": writeApplications,
    ]

    /// The services: name, purpose, group.
    static let services = [
        ("Workplace", "Everything on a desk", "Hardware"), ("Mail and Calendar", "Messages and meetings", "Software"),
        ("Remote Access", "Work from anywhere", "Network"), ("Wireless Network", "In every building", "Network"),
        ("Order Processing", "From offer to invoice", "Application Development"),
        ("Payroll Service", "Salaries", "Application Development"), ("File Sharing", "Folders and links", "Software"),
        ("Printing", "On every floor", "Hardware"), ("Identity", "Accounts and sign-in", "Security Operations"),
        ("Data Warehouse", "Reports", "Database"), ("Telephony", "Calls", "Network"),
        ("Door Control", "Badges", "Facilities Team"),
    ]

    private static func writeServices(_ seeds: LaterSeeds) throws {
        let world = seeds.world
        try seeds.rows(
            "cmdb_ci_service",
            """
            name short_description support_group owned_by managed_by company busines_criticality service_classification \
            operational_status used_for sla
            """, of: services
        ) { index, service in
            [
                service.0, service.1, world.groups[service.2] ?? "", LaterPeople.sysID(3 + index % 5),
                LaterPeople.sysID(5 + index % 4), world.companies[0],
                ["1 - most critical", "2 - somewhat critical", "3 - less critical", "4 - not critical"][index % 4],
                "Business Service", "1", "Production", SeedIdentity.sysID("contract_sla", index % 4),
            ]
        }
    }

    private static func writeOfferings(_ seeds: LaterSeeds) throws {
        try seeds.rows("service_offering", "name short_description parent support_group price billing order", 10) {
            index, world in
            let service = services[index / 2 % services.count]
            let isBetter = index % 2 == 1
            return [
                service.0 + (isBetter ? ", around the clock" : ", standard"), service.1,
                SeedIdentity.sysID("cmdb_ci_service", index / 2), world.groups[service.2] ?? "",
                isBetter ? "40.00" : "15.00",
                "monthly", String(index),
            ]
        }
    }

    private static func writeApplications(_ seeds: LaterSeeds) throws {
        let names = ["Orchard CRM", "Ledger", "Travel Desk", "Badge System", "Intranet", "Stock", "People", "Reports"]
        try seeds.rows(
            "cmdb_ci_business_app",
            "name short_description number it_application_owner application_manager active active_user_count url architecture_type",
            of: names
        ) { index, name in
            [
                name, "As the business sees it", "APM\((1_000 + index).padded(to: 7))", LaterPeople.sysID(23),
                LaterPeople.sysID(5 + index % 4), index == 7 ? "false" : "true", String(30 + index * 55),
                "https://apps.example.com/\(name.split(separator: " ").joined(separator: "-").lowercased())",
                "web_based",
            ]
        }
    }
}
