extension TableDefinition {
    /// Departments of the company.
    static let cmnDepartment = TableDefinition(
        "cmn_department", label: "Department", plural: "Departments", display: "name",
        columns: [
            .init("parent", .reference, to: "cmn_department"),
            .init("description", length: 4000),
            .init("head_count", .integer),
            .init("business_unit", .reference, to: "business_unit"),
            .init("dept_head", .reference, label: "Department head", to: "sys_user"),
            .init("cost_center", .reference, to: "cmn_cost_center"),
            .init("name", length: 100),
            .init("company", .reference, to: "core_company"),
            .init("id", label: "ID"),
            .init("primary_contact", .reference, to: "sys_user"),
        ],
        wireOrder: """
            parent sys_mod_count description head_count sys_updated_on sys_tags business_unit sys_id dept_head \
            sys_updated_by cost_center sys_created_on name company id primary_contact sys_created_by
            """)

    /// Places.
    static let cmnLocation = TableDefinition(
        "cmn_location", label: "Location", plural: "Locations", display: "name",
        columns: [
            .init("country"),
            .init("parent", .reference, to: "cmn_location"),
            .init("cmn_location_type"),
            .init("city"),
            .init("latitude"),
            .init("primary_location", .reference, to: "cmn_location"),
            .init("managed_by_group", .reference, to: "sys_user_group"),
            .init("street", length: 255),
            .init("stock_room", .boolean, default: "false"),
            .init("life_cycle_stage_status", .reference, to: "life_cycle_stage_status"),
            .init("contact", .reference, to: "sys_user"),
            .init("phone_territory", .reference, to: "sys_phone_territory"),
            .init("company", .reference, to: "core_company"),
            .init("lat_long_error"),
            .init("state"),
            .init("longitude"),
            .init("zip", label: "Zip / Postal code"),
            .init("duplicate", .boolean, default: "false"),
            .init("time_zone"),
            .init("cmn_location_source"),
            .init("full_name", length: 255),
            .init("phone", .phone),
            .init("fax_phone", .phone),
            .init("name", length: 100),
            .init("life_cycle_stage", .reference, to: "life_cycle_stage"),
            .init("coordinates_retrieved_on", .dateTime),
        ],
        wireOrder: """
            country parent cmn_location_type city latitude primary_location managed_by_group sys_updated_on \
            sys_id sys_updated_by street stock_room life_cycle_stage_status sys_created_on contact \
            phone_territory company lat_long_error state sys_created_by longitude zip sys_mod_count duplicate \
            time_zone sys_tags cmn_location_source full_name phone fax_phone name life_cycle_stage \
            coordinates_retrieved_on
            """)

    /// Companies: the own one, its vendors and manufacturers.
    static let coreCompany = TableDefinition(
        "core_company", label: "Company", plural: "Companies", display: "name",
        columns: [
            .init("banner_image_light"),
            .init("country"),
            .init("parent", .reference, to: "core_company"),
            .init("notes", length: 4000),
            .init("city"),
            .init("stock_symbol"),
            .init("latitude"),
            .init("discount", .decimal),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("manufacturer", .reference, to: "core_company"),
            .init("apple_icon"),
            .init("market_cap", .currency),
            .init("num_employees", .integer),
            .init("fiscal_year", .date),
            .init("rank_tier"),
            .init("street", length: 255),
            .init("vendor", .reference, to: "core_company"),
            .init("contact", .reference, to: "sys_user"),
            .init("stock_price"),
            .init("lat_long_error"),
            .init("theme", .reference, to: "sys_ui_theme"),
            .init("state"),
            .init("banner_image"),
            .init("longitude"),
            .init("vendor_type"),
            .init("zip", label: "Zip / Postal code"),
            .init("profits", .currency),
            .init("website", .url),
            .init("revenue_per_year", .currency),
            .init("publicly_traded", .boolean, default: "false"),
            .init("phone", .phone),
            .init("fax_phone", .phone),
            .init("vendor_manager"),
            .init("name", length: 100),
            .init("banner_text"),
            .init("coordinates_retrieved_on", .dateTime),
            .init("customer", .boolean),
            .init("primary", .boolean, default: "false"),
        ],
        wireOrder: """
            banner_image_light country parent notes city stock_symbol latitude discount sys_updated_on \
            sys_class_name manufacturer apple_icon sys_id sys_updated_by market_cap num_employees fiscal_year \
            rank_tier street vendor sys_created_on contact stock_price lat_long_error theme state banner_image \
            sys_created_by longitude vendor_type zip profits website revenue_per_year publicly_traded \
            sys_mod_count sys_tags phone fax_phone vendor_manager name banner_text coordinates_retrieved_on \
            customer primary
            """)
}
