extension TableDefinition {
    /// A building.
    static let cmnBuilding = TableDefinition(
        "cmn_building", label: "Building", plural: "Buildings", display: "name",
        own: """
            floors:integer notes contact>sys_user name(100) location>cmn_location
            """,
        wireOrder: """
            sys_id floors notes sys_updated_by sys_created_on contact name sys_mod_count location sys_updated_on \
            sys_tags sys_created_by
            """)

    /// Who pays.
    static let cmnCostCenter = TableDefinition(
        "cmn_cost_center", label: "Cost Center", plural: "Cost Centers", display: "name",
        own: """
            account_number parent>cmn_cost_center code manager>sys_user valid_from:glide_date \
            sys_domain_path:domain_path!=/ valid_to:glide_date sys_domain:domain_id>sys_user_group=global name(100) \
            location>cmn_location
            """,
        wireOrder: """
            account_number parent code manager sys_mod_count valid_from sys_updated_on sys_domain_path sys_tags \
            sys_id sys_updated_by sys_created_on valid_to sys_domain name location sys_created_by
            """)

    /// A part of the enterprise.
    static let businessUnit = TableDefinition(
        "business_unit", label: "Business Unit", plural: "Business Units", display: "name",
        own: """
            parent>business_unit description(4000) sys_domain_path:domain_path!=/ \
            sys_domain:domain_id>sys_user_group=global name(100) bu_head>sys_user company>core_company \
            hierarchy_level:integer
            """,
        wireOrder: """
            parent sys_mod_count description sys_updated_on sys_domain_path sys_tags sys_id sys_updated_by \
            sys_created_on sys_domain name bu_head company sys_created_by hierarchy_level
            """)

    /// A country.
    static let coreCountry = TableDefinition(
        "core_country", label: "Country", plural: "Countries", display: "name",
        own: """
            analytics_consent_policy default_format_language iso3166_3 iso3166_2 active:boolean=true \
            un_numeric:integer population:integer default_display_language name(100) iana order:integer
            """,
        wireOrder: """
            analytics_consent_policy default_format_language iso3166_3 sys_mod_count iso3166_2 active un_numeric \
            sys_updated_on sys_tags population default_display_language sys_id sys_updated_by sys_created_on name \
            iana sys_created_by order
            """)

    /// A currency.
    static let fxCurrency = TableDefinition(
        "fx_currency", label: "Currency", plural: "Currencies", display: "code",
        own: """
            symbol code active:boolean=true description(4000) numeric_code name(100)
            """,
        wireOrder: """
            symbol code sys_mod_count active description sys_updated_on sys_tags sys_id numeric_code sys_updated_by \
            sys_created_on name sys_created_by
            """)

    /// A stage in the life of a thing.
    static let lifeCycleStage = TableDefinition(
        "life_cycle_stage", label: "Life Cycle Stage", plural: "Life Cycle Stages", display: "name",
        own: """
            sys_class_name:sys_class_name! sys_package>sys_package sys_update_name(250) name(100) sys_name(255) \
            sys_scope>sys_scope sys_policy
            """,
        wireOrder: """
            sys_mod_count sys_updated_on sys_tags sys_class_name sys_id sys_package sys_update_name sys_updated_by \
            sys_created_on name sys_name sys_scope sys_created_by sys_policy
            """)

    /// A status within a stage.
    static let lifeCycleStageStatus = TableDefinition(
        "life_cycle_stage_status", label: "Life Cycle Stage Status", plural: "Life Cycle Stage Statuses",
        display: "name",
        own: """
            sys_class_name:sys_class_name! sys_package>sys_package sys_update_name(250) name(100) sys_name(255) \
            sys_scope>sys_scope sys_policy
            """,
        wireOrder: """
            sys_mod_count sys_updated_on sys_tags sys_class_name sys_id sys_package sys_update_name sys_updated_by \
            sys_created_on name sys_name sys_scope sys_created_by sys_policy
            """)
}
