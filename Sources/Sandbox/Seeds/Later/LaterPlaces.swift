/// Buildings, cost centres, units of the enterprise, countries, currencies, and the lives of things.
enum LaterPlaces {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmn_building": writeBuildings, "cmn_cost_center": writeCostCenters, "business_unit": writeUnits,
        "core_country": writeCountries, "fx_currency": writeCurrencies, "life_cycle_stage": writeStages,
        "life_cycle_stage_status": writeStatuses,
    ]

    private static func writeBuildings(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmn_building", "name location floors contact", of: seeds.world.locations) { index, place in
            [place.name + ", main building", place.sysID, String(2 + index * 3 % 17), LaterPeople.sysID(index)]
        }
    }

    private static func writeCostCenters(_ seeds: LaterSeeds) throws {
        let names = [
            "IT", "Finance", "Sales", "Development", "Support", "Facilities", "IT Infrastructure", "IT Service Desk",
        ]
        try seeds.rows(
            "cmn_cost_center", "name code account_number manager parent valid_from valid_to location", of: names
        ) {
            index, name in
            [
                name, String(100 + index * 10), "70\(index)000", LaterPeople.sysID(index),
                index > 5 ? SeedIdentity.sysID("cmn_cost_center", 0) : "", "2019-01-01", index == 5 ? "2024-12-31" : "",
                seeds.world.locations[index].sysID,
            ]
        }
    }

    private static func writeUnits(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "business_unit", "name description parent bu_head company hierarchy_level",
            of: ["Group", "Products", "Services", "Regions"]
        ) {
            index, name in
            [
                name, "", index == 0 ? "" : SeedIdentity.sysID("business_unit", 0), LaterPeople.sysID(index),
                seeds.world.companies[0], index == 0 ? "1" : "2",
            ]
        }
    }

    private static func writeCountries(_ seeds: LaterSeeds) throws {
        let given = [
            ("United States", "US", "USA", "840"), ("Germany", "DE", "DEU", "276"), ("Switzerland", "CH", "CHE", "756"),
            ("United Kingdom", "GB", "GBR", "826"), ("Japan", "JP", "JPN", "392"), ("Israel", "IL", "ISR", "376"),
            ("Brazil", "BR", "BRA", "76"), ("India", "IN", "IND", "356"), ("France", "FR", "FRA", "250"),
        ]
        try seeds.rows("core_country", "name iso3166_2 iso3166_3 un_numeric active", of: given) {
            [$1.0, $1.1, $1.2, $1.3, "true"]
        }
    }

    private static func writeCurrencies(_ seeds: LaterSeeds) throws {
        let given = [
            ("USD", "$", "US Dollar", "840"), ("EUR", "€", "Euro", "978"), ("GBP", "£", "Pound Sterling", "826"),
            ("JPY", "¥", "Yen", "392"), ("CHF", "CHF", "Swiss Franc", "756"), ("INR", "₹", "Indian Rupee", "356"),
        ]
        try seeds.rows("fx_currency", "code symbol name numeric_code active", of: given) {
            [$1.0, $1.1, $1.2, $1.3, "true"]
        }
    }

    private static func writeStages(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "life_cycle_stage", "name sys_name sys_scope",
            of: ["Purchase", "Inventory", "Deploy", "Operational", "End of Life", "Missing"]
        ) { [$1, $1, "global"] }
    }

    private static func writeStatuses(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "life_cycle_stage_status", "name sys_name sys_scope",
            of: [
                "On Order", "Available", "Reserved", "In Use", "In Maintenance", "Retired", "Disposed", "Stolen",
                "Lost",
            ]
        ) { [$1, $1, "global"] }
    }
}
