extension TableDefinition {
    /// A network device.
    static let cmdbCINetgear = TableDefinition(
        "cmdb_ci_netgear", label: "Network Gear", plural: "Network Gear",
        extends: "cmdb_ci_hardware", display: "name",
        own: """
            can_switch:boolean=false cpu_manufacturer>core_company can_partitionvlans:boolean=false ram:integer \
            cpu_speed:decimal firmware_manufacturer>core_company disk_space:decimal discovery_proto_id range \
            firmware_version ports:integer cpu_count:integer can_route:boolean=false bandwidth:integer \
            product_instance_id device_type cpu_type physical_interface_count:integer channels:integer \
            can_hub:boolean=false snmp_sys_location discovery_proto_type
            """,
        wireOrder: """
            attested_date can_switch operational_status cpu_manufacturer sys_updated_on discovery_source \
            first_discovered due_in can_partitionvlans invoice_number gl_account sys_created_by warranty_expiration \
            ram cpu_speed owned_by checked_out firmware_manufacturer sys_domain_path disk_space business_unit \
            discovery_proto_id maintenance_schedule cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description managed_by range firmware_version last_discovered can_print ports \
            sys_class_name manufacturer cpu_count vendor life_cycle_stage_status can_route model_number assigned_to \
            start_date bandwidth serial_number support_group unverified correlation_id attributes asset skip_sync \
            product_instance_id most_frequent_user device_type attestation_score sys_updated_by sys_created_on \
            sys_domain cpu_type install_date asset_tag hardware_substatus fqdn change_control internet_facing \
            physical_interface_count delivery_date hardware_status install_status channels supported_by name \
            subcategory default_gateway assignment_group managed_by_group can_hub sys_id po_number checked_in \
            sys_class_path mac_address company justification department snmp_sys_location cost comments \
            attestation_status sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc \
            discovery_proto_type order_date schedule environment due attested location category fault_count lease_id
            """)

    /// A switch.
    static let cmdbCIIPSwitch = TableDefinition(
        "cmdb_ci_ip_switch", label: "IP Switch", plural: "IP Switches", extends: "cmdb_ci_netgear", display: "name",
        own: """
            stack:boolean=false stack_mode
            """,
        wireOrder: """
            attested_date can_switch stack operational_status cpu_manufacturer sys_updated_on discovery_source \
            first_discovered due_in can_partitionvlans invoice_number gl_account sys_created_by warranty_expiration \
            ram cpu_speed owned_by checked_out firmware_manufacturer sys_domain_path disk_space business_unit \
            discovery_proto_id maintenance_schedule cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description managed_by range firmware_version last_discovered can_print ports \
            sys_class_name manufacturer cpu_count vendor life_cycle_stage_status can_route model_number assigned_to \
            start_date bandwidth serial_number support_group unverified correlation_id attributes asset skip_sync \
            product_instance_id most_frequent_user device_type attestation_score sys_updated_by sys_created_on \
            sys_domain cpu_type install_date asset_tag hardware_substatus stack_mode fqdn change_control \
            internet_facing physical_interface_count delivery_date hardware_status install_status channels \
            supported_by name subcategory default_gateway assignment_group managed_by_group can_hub sys_id po_number \
            checked_in sys_class_path mac_address company justification department snmp_sys_location cost comments \
            attestation_status sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc \
            discovery_proto_type order_date schedule environment due attested location category fault_count lease_id
            """)

    /// A router.
    static let cmdbCIIPRouter = TableDefinition(
        "cmdb_ci_ip_router", label: "IP Router", plural: "IP Routers", extends: "cmdb_ci_netgear", display: "name",
        own: "",
        wireOrder: """
            attested_date can_switch operational_status cpu_manufacturer sys_updated_on discovery_source \
            first_discovered due_in can_partitionvlans invoice_number gl_account sys_created_by warranty_expiration \
            ram cpu_speed owned_by checked_out firmware_manufacturer sys_domain_path disk_space business_unit \
            discovery_proto_id maintenance_schedule cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description managed_by range firmware_version last_discovered can_print ports \
            sys_class_name manufacturer cpu_count vendor life_cycle_stage_status can_route model_number assigned_to \
            start_date bandwidth serial_number support_group unverified correlation_id attributes asset skip_sync \
            product_instance_id most_frequent_user device_type attestation_score sys_updated_by sys_created_on \
            sys_domain cpu_type install_date asset_tag hardware_substatus fqdn change_control internet_facing \
            physical_interface_count delivery_date hardware_status install_status channels supported_by name \
            subcategory default_gateway assignment_group managed_by_group can_hub sys_id po_number checked_in \
            sys_class_path mac_address company justification department snmp_sys_location cost comments \
            attestation_status sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc \
            discovery_proto_type order_date schedule environment due attested location category fault_count lease_id
            """)

    /// A printer.
    static let cmdbCIPrinter = TableDefinition(
        "cmdb_ci_printer", label: "Printer", plural: "Printers", extends: "cmdb_ci_hardware", display: "name",
        own: """
            resolution_units postscript:boolean=false colors use_count:integer ppm:integer product_instance_id \
            horizontal_resolution:integer use_units vertical_resolution:integer color print_type paper \
            pcl:boolean=false
            """,
        wireOrder: """
            attested_date operational_status resolution_units sys_updated_on discovery_source first_discovered \
            due_in invoice_number gl_account sys_created_by warranty_expiration owned_by checked_out sys_domain_path \
            business_unit maintenance_schedule cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description managed_by postscript last_discovered can_print sys_class_name colors \
            manufacturer use_count vendor life_cycle_stage_status model_number assigned_to start_date serial_number \
            ppm support_group unverified correlation_id attributes asset skip_sync product_instance_id \
            most_frequent_user attestation_score sys_updated_by sys_created_on sys_domain install_date asset_tag \
            hardware_substatus fqdn change_control internet_facing horizontal_resolution delivery_date \
            hardware_status install_status use_units supported_by name vertical_resolution subcategory \
            default_gateway color assignment_group print_type managed_by_group sys_id po_number paper checked_in \
            sys_class_path mac_address pcl company justification department cost comments attestation_status \
            sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc order_date schedule environment \
            due attested location category fault_count lease_id
            """)

    /// A disk.
    static let cmdbCIDisk = TableDefinition(
        "cmdb_ci_disk", label: "Disk", plural: "Disks", extends: "cmdb_ci", display: "name",
        own: """
            storage_type device_lun device_id disk_space:decimal device_bus_id size device_interface \
            provided_by>cmdb_ci_computer size_bytes:integer volume_name computer>cmdb_ci_computer device_host_id \
            free_space product_instance_id drive_type interface volume_serial_number file_system device_major_minor \
            device_target_id
            """,
        wireOrder: """
            storage_type attested_date operational_status device_lun sys_updated_on discovery_source \
            first_discovered due_in invoice_number gl_account sys_created_by warranty_expiration device_id owned_by \
            checked_out sys_domain_path disk_space business_unit device_bus_id maintenance_schedule size cost_center \
            attested_by dns_domain device_interface provided_by assigned purchase_date life_cycle_stage \
            short_description size_bytes managed_by volume_name last_discovered can_print sys_class_name \
            manufacturer computer vendor life_cycle_stage_status model_number device_host_id assigned_to start_date \
            serial_number support_group unverified correlation_id attributes asset free_space skip_sync \
            product_instance_id attestation_score sys_updated_by sys_created_on sys_domain install_date drive_type \
            asset_tag fqdn change_control delivery_date install_status supported_by name subcategory \
            assignment_group managed_by_group interface volume_serial_number sys_id po_number file_system checked_in \
            sys_class_path mac_address device_major_minor company justification department cost comments \
            attestation_status sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc order_date \
            schedule environment device_target_id due attested location category fault_count lease_id
            """)
}
