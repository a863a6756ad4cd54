extension TableDefinition {
    /// A server with UNIX.
    static let cmdbCIUnixServer = TableDefinition(
        "cmdb_ci_unix_server", label: "UNIX Server", plural: "UNIX Servers",
        extends: "cmdb_ci_server", display: "name",
        own: """
            product_instance_id
            """,
        wireOrder: """
            firewall_status os_address_width attested_date operational_status os_service_pack cpu_core_thread \
            cpu_manufacturer sys_updated_on discovery_source first_discovered due_in used_for invoice_number \
            gl_account sys_created_by warranty_expiration ram cpu_name cpu_speed owned_by checked_out \
            sys_domain_path classification disk_space object_id business_unit maintenance_schedule cost_center \
            attested_by dns_domain assigned purchase_date life_cycle_stage short_description cd_speed floppy \
            managed_by os_domain last_discovered can_print sys_class_name manufacturer cpu_count vendor \
            life_cycle_stage_status model_number assigned_to start_date os_version serial_number cd_rom \
            support_group unverified correlation_id attributes asset cpu_core_count form_factor skip_sync \
            product_instance_id most_frequent_user attestation_score sys_updated_by sys_created_on sys_domain \
            cpu_type install_date asset_tag dr_backup hardware_substatus fqdn change_control internet_facing \
            delivery_date hardware_status install_status supported_by name subcategory default_gateway virtual \
            chassis_type assignment_group managed_by_group sys_id po_number checked_in sys_class_path mac_address \
            company justification department cost comments os attestation_status sys_mod_count monitor model_id \
            ip_address duplicate_of sys_tags cost_cc order_date schedule environment due attested location category \
            fault_count host_name lease_id
            """)

    /// A server with Linux.
    static let cmdbCILinuxServer = TableDefinition(
        "cmdb_ci_linux_server", label: "Linux Server", plural: "Linux Servers",
        extends: "cmdb_ci_server", display: "name",
        own: """
            kernel_release product_instance_id
            """,
        wireOrder: """
            firewall_status os_address_width attested_date operational_status os_service_pack cpu_core_thread \
            cpu_manufacturer sys_updated_on discovery_source first_discovered due_in used_for invoice_number \
            gl_account sys_created_by warranty_expiration ram cpu_name cpu_speed owned_by checked_out kernel_release \
            sys_domain_path classification disk_space object_id business_unit maintenance_schedule cost_center \
            attested_by dns_domain assigned purchase_date life_cycle_stage short_description cd_speed floppy \
            managed_by os_domain last_discovered can_print sys_class_name manufacturer cpu_count vendor \
            life_cycle_stage_status model_number assigned_to start_date os_version serial_number cd_rom \
            support_group unverified correlation_id attributes asset cpu_core_count form_factor skip_sync \
            product_instance_id most_frequent_user attestation_score sys_updated_by sys_created_on sys_domain \
            cpu_type install_date asset_tag dr_backup hardware_substatus fqdn change_control internet_facing \
            delivery_date hardware_status install_status supported_by name subcategory default_gateway virtual \
            chassis_type assignment_group managed_by_group sys_id po_number checked_in sys_class_path mac_address \
            company justification department cost comments os attestation_status sys_mod_count monitor model_id \
            ip_address duplicate_of sys_tags cost_cc order_date schedule environment due attested location category \
            fault_count host_name lease_id
            """)

    /// A server with Windows.
    static let cmdbCIWinServer = TableDefinition(
        "cmdb_ci_win_server", label: "Windows Server", plural: "Windows Servers",
        extends: "cmdb_ci_server", display: "name",
        own: """
            product_instance_id
            """,
        wireOrder: """
            firewall_status os_address_width attested_date operational_status os_service_pack cpu_core_thread \
            cpu_manufacturer sys_updated_on discovery_source first_discovered due_in used_for invoice_number \
            gl_account sys_created_by warranty_expiration ram cpu_name cpu_speed owned_by checked_out \
            sys_domain_path classification disk_space object_id business_unit maintenance_schedule cost_center \
            attested_by dns_domain assigned purchase_date life_cycle_stage short_description cd_speed floppy \
            managed_by os_domain last_discovered can_print sys_class_name manufacturer cpu_count vendor \
            life_cycle_stage_status model_number assigned_to start_date os_version serial_number cd_rom \
            support_group unverified correlation_id attributes asset cpu_core_count form_factor skip_sync \
            product_instance_id most_frequent_user attestation_score sys_updated_by sys_created_on sys_domain \
            cpu_type install_date asset_tag dr_backup hardware_substatus fqdn change_control internet_facing \
            delivery_date hardware_status install_status supported_by name subcategory default_gateway virtual \
            chassis_type assignment_group managed_by_group sys_id po_number checked_in sys_class_path mac_address \
            company justification department cost comments os attestation_status sys_mod_count monitor model_id \
            ip_address duplicate_of sys_tags cost_cc order_date schedule environment due attested location category \
            fault_count host_name lease_id
            """)
}
