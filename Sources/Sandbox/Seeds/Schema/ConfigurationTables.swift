extension TableDefinition {
    /// The base of all configuration items.
    static let cmdb = TableDefinition(
        "cmdb", label: "Base Configuration Item", plural: "Base Configuration Items", display: "name",
        columns: [
            .init("skip_sync", .boolean, default: "false"),
            .init("assignment_group", .reference, to: "sys_user_group"),
            .init("managed_by", .reference, to: "sys_user"),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("manufacturer", .reference, to: "core_company"),
            .init("po_number", label: "PO number"),
            .init("due_in"),
            .init("checked_in", .dateTime),
            .init("sys_class_path"),
            .init("vendor", .reference, to: "core_company"),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("company", .reference, to: "core_company"),
            .init("install_date", .dateTime),
            .init("justification", length: 4000),
            .init("department", .reference, to: "cmn_department"),
            .init("invoice_number"),
            .init("gl_account", label: "GL account"),
            .init("warranty_expiration", .date),
            .init("assigned_to", .reference, to: "sys_user"),
            .init("asset_tag"),
            .init("cost", .decimal),
            .init("owned_by", .reference, to: "sys_user"),
            .init("serial_number", length: 255),
            .init("checked_out", .dateTime),
            .init("model_id", .reference, label: "Model ID", to: "cmdb_model"),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("cost_cc", default: "USD", choices: .currency),
            .init("support_group", .reference, to: "sys_user_group"),
            .init("order_date", .dateTime),
            .init("delivery_date", .dateTime),
            .init("install_status", .integer, label: "Status", default: "1", choices: .installStatus),
            .init("cost_center", .reference, to: "cmn_cost_center"),
            .init("due", .dateTime),
            .init("supported_by", .reference, to: "sys_user"),
            .init("name", length: 100),
            .init("unverified", .boolean, default: "false"),
            .init("assigned", .dateTime),
            .init("location", .reference, to: "cmn_location"),
            .init("purchase_date", .date),
            .init("asset", .reference, to: "alm_asset"),
            .init("lease_id"),
        ],
        wireOrder: """
            skip_sync assignment_group managed_by sys_updated_on sys_class_name manufacturer sys_id po_number \
            sys_updated_by due_in checked_in sys_class_path vendor sys_created_on sys_domain company \
            install_date justification department invoice_number gl_account sys_created_by warranty_expiration \
            assigned_to asset_tag cost sys_mod_count owned_by serial_number checked_out model_id sys_domain_path \
            sys_tags cost_cc support_group order_date delivery_date install_status cost_center due supported_by \
            name unverified assigned location purchase_date asset lease_id
            """)

    /// Anything that is managed: services, applications, machines.
    static let cmdbCI = TableDefinition(
        "cmdb_ci", label: "Configuration Item", plural: "Configuration Items", extends: "cmdb", display: "name",
        columns: [
            .init("attested_date", .dateTime),
            .init("operational_status", .integer, default: "1", choices: .operationalStatus),
            .init("attestation_score", .integer),
            .init("discovery_source"),
            .init("first_discovered", .dateTime),
            .init("fqdn", label: "Fully qualified domain name", length: 255),
            .init("change_control", .reference, to: "sys_user_group"),
            .init("business_unit", .reference, to: "business_unit"),
            .init("maintenance_schedule", .reference, to: "cmn_schedule"),
            .init("attested_by", .reference, to: "sys_user"),
            .init("dns_domain", label: "DNS Domain"),
            .init("life_cycle_stage", .reference, to: "life_cycle_stage"),
            .init("subcategory", length: 40),
            .init("short_description", length: 160),
            .init("managed_by_group", .reference, to: "sys_user_group"),
            .init("last_discovered", .dateTime),
            .init("can_print", .boolean, label: "Can Print", default: "false"),
            .init("life_cycle_stage_status", .reference, to: "life_cycle_stage_status"),
            .init("mac_address", label: "MAC Address"),
            .init("model_number"),
            .init("start_date", .dateTime, label: "Planned start date"),
            .init("comments", length: 4000),
            .init("attestation_status"),
            .init("monitor", .boolean, default: "false"),
            .init("ip_address", label: "IP Address"),
            .init("duplicate_of", .reference, to: "cmdb_ci"),
            .init("schedule", .reference, to: "cmn_schedule"),
            .init("environment", choices: .environment),
            .init("attested", .boolean, default: "false"),
            .init("correlation_id", length: 100),
            .init("attributes", length: 1000),
            .init("category"),
            .init("fault_count", .integer, default: "0"),
        ],
        wireOrder: """
            attested_date skip_sync operational_status sys_updated_on attestation_score discovery_source \
            first_discovered sys_updated_by due_in sys_created_on sys_domain install_date invoice_number \
            gl_account sys_created_by warranty_expiration asset_tag fqdn change_control owned_by checked_out \
            sys_domain_path business_unit delivery_date maintenance_schedule install_status cost_center \
            attested_by supported_by dns_domain name assigned purchase_date life_cycle_stage subcategory \
            short_description assignment_group managed_by managed_by_group last_discovered can_print \
            sys_class_name manufacturer sys_id po_number checked_in sys_class_path vendor \
            life_cycle_stage_status mac_address company model_number justification department assigned_to \
            start_date cost comments attestation_status sys_mod_count serial_number monitor model_id ip_address \
            duplicate_of sys_tags cost_cc support_group order_date schedule environment due attested unverified \
            correlation_id attributes location asset category fault_count lease_id
            """)

    /// Machines and devices.
    static let cmdbCIHardware = TableDefinition(
        "cmdb_ci_hardware", label: "Hardware", plural: "Hardware", extends: "cmdb_ci", display: "name",
        columns: [
            .init("most_frequent_user", .reference, to: "sys_user"),
            .init("hardware_substatus"),
            .init("internet_facing", .boolean, default: "false"),
            .init("hardware_status"),
            .init("default_gateway"),
        ],
        wireOrder: """
            attested_date skip_sync operational_status most_frequent_user sys_updated_on attestation_score \
            discovery_source first_discovered sys_updated_by due_in sys_created_on sys_domain install_date \
            invoice_number gl_account sys_created_by warranty_expiration asset_tag hardware_substatus fqdn \
            change_control owned_by internet_facing checked_out sys_domain_path business_unit delivery_date \
            maintenance_schedule hardware_status install_status cost_center attested_by supported_by dns_domain \
            name assigned purchase_date life_cycle_stage subcategory short_description default_gateway \
            assignment_group managed_by managed_by_group last_discovered can_print sys_class_name manufacturer \
            sys_id po_number checked_in sys_class_path vendor life_cycle_stage_status mac_address company \
            model_number justification department assigned_to start_date cost comments attestation_status \
            sys_mod_count serial_number monitor model_id ip_address duplicate_of sys_tags cost_cc support_group \
            order_date schedule environment due attested unverified correlation_id attributes location asset \
            category fault_count lease_id
            """)

    /// Computers of any kind.
    static let cmdbCIComputer = TableDefinition(
        "cmdb_ci_computer", label: "Computer", plural: "Computers", extends: "cmdb_ci_hardware", display: "name",
        columns: [
            .init("os_address_width"),
            .init("os_service_pack"),
            .init("cpu_core_thread", .integer),
            .init("cpu_manufacturer", .reference, to: "core_company"),
            .init("ram", .integer, label: "RAM (MB)"),
            .init("cpu_name", length: 255),
            .init("cpu_speed", .decimal),
            .init("disk_space", .decimal),
            .init("object_id"),
            .init("cd_speed", .integer),
            .init("floppy"),
            .init("os_domain"),
            .init("cpu_count", .integer, label: "CPU count"),
            .init("os_version"),
            .init("cd_rom", .boolean, default: "false"),
            .init("cpu_core_count", .integer),
            .init("form_factor"),
            .init("cpu_type"),
            .init("virtual", .boolean, default: "false"),
            .init("chassis_type"),
            .init("os", label: "Operating System", choices: .operatingSystem),
        ],
        wireOrder: """
            os_address_width attested_date operational_status os_service_pack cpu_core_thread cpu_manufacturer \
            sys_updated_on discovery_source first_discovered due_in invoice_number gl_account sys_created_by \
            warranty_expiration ram cpu_name cpu_speed owned_by checked_out sys_domain_path disk_space object_id \
            business_unit maintenance_schedule cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description cd_speed floppy managed_by os_domain last_discovered can_print \
            sys_class_name manufacturer cpu_count vendor life_cycle_stage_status model_number assigned_to \
            start_date os_version serial_number cd_rom support_group unverified correlation_id attributes asset \
            cpu_core_count form_factor skip_sync most_frequent_user attestation_score sys_updated_by \
            sys_created_on sys_domain cpu_type install_date asset_tag hardware_substatus fqdn change_control \
            internet_facing delivery_date hardware_status install_status supported_by name subcategory \
            default_gateway virtual chassis_type assignment_group managed_by_group sys_id po_number checked_in \
            sys_class_path mac_address company justification department cost comments os attestation_status \
            sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc order_date schedule \
            environment due attested location category fault_count lease_id
            """)

    /// Servers. Names and order of the columns are those of recorded answers.
    static let cmdbCIServer = TableDefinition(
        "cmdb_ci_server", label: "Server", plural: "Servers", extends: "cmdb_ci_computer", display: "name",
        columns: [
            .init("firewall_status", default: "Intranet", choices: .firewallStatus),
            .init("used_for", choices: .serverUse),
            .init("classification", default: "Production", choices: .serverClassification),
            .init("dr_backup", .reference, to: "cmdb_ci_server"),
            .init("host_name"),
        ],
        wireOrder: """
            firewall_status os_address_width attested_date operational_status os_service_pack cpu_core_thread \
            cpu_manufacturer sys_updated_on discovery_source first_discovered due_in used_for gl_account \
            invoice_number sys_created_by ram warranty_expiration cpu_name cpu_speed owned_by checked_out \
            classification disk_space sys_domain_path business_unit object_id maintenance_schedule cost_center \
            attested_by dns_domain assigned life_cycle_stage purchase_date cd_speed short_description floppy \
            managed_by os_domain can_print last_discovered sys_class_name cpu_count manufacturer \
            life_cycle_stage_status vendor model_number assigned_to start_date os_version serial_number cd_rom \
            support_group correlation_id unverified attributes asset cpu_core_count form_factor skip_sync \
            most_frequent_user attestation_score sys_updated_by sys_created_on cpu_type sys_domain install_date \
            asset_tag dr_backup hardware_substatus fqdn change_control internet_facing delivery_date \
            hardware_status install_status supported_by name subcategory default_gateway chassis_type virtual \
            assignment_group managed_by_group sys_id po_number checked_in sys_class_path mac_address company \
            justification department comments cost os attestation_status sys_mod_count monitor ip_address \
            model_id duplicate_of sys_tags cost_cc order_date schedule environment due attested location \
            category fault_count host_name lease_id
            """)
}
