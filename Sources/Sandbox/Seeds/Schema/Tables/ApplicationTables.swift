extension TableDefinition {
    /// A running application.
    static let cmdbCIAppl = TableDefinition(
        "cmdb_ci_appl", label: "Application", plural: "Applications", extends: "cmdb_ci", display: "name",
        own: """
            tcp_port product_instance_id running_process_command pid:integer running_process_key_parameters \
            rp_command_hash install_directory(255) used_for is_clustered:boolean=false rp_key_parameters_hash \
            version edition cl_port:integer config_file(255) config_directory
            """,
        wireOrder: """
            tcp_port attested_date skip_sync operational_status product_instance_id running_process_command pid \
            sys_updated_on attestation_score running_process_key_parameters rp_command_hash discovery_source \
            first_discovered sys_updated_by due_in install_directory sys_created_on sys_domain used_for install_date \
            is_clustered invoice_number gl_account sys_created_by warranty_expiration asset_tag fqdn change_control \
            owned_by checked_out rp_key_parameters_hash sys_domain_path business_unit version delivery_date \
            maintenance_schedule install_status cost_center attested_by supported_by dns_domain name assigned \
            purchase_date life_cycle_stage subcategory short_description assignment_group managed_by edition \
            managed_by_group last_discovered can_print sys_class_name manufacturer sys_id po_number cl_port \
            checked_in sys_class_path vendor life_cycle_stage_status mac_address company model_number justification \
            department config_file assigned_to start_date cost comments attestation_status sys_mod_count \
            serial_number monitor model_id ip_address duplicate_of sys_tags cost_cc support_group order_date \
            schedule environment due attested unverified correlation_id attributes location asset category \
            fault_count config_directory lease_id
            """)

    /// A running database engine.
    static let cmdbCIDBInstance = TableDefinition(
        "cmdb_ci_db_instance", label: "Database Instance", plural: "Database Instances",
        extends: "cmdb_ci_appl", display: "name",
        own: """
            listener_name
            """,
        wireOrder: """
            attested_date operational_status running_process_command sys_updated_on running_process_key_parameters \
            rp_command_hash discovery_source first_discovered due_in used_for is_clustered invoice_number gl_account \
            sys_created_by warranty_expiration owned_by checked_out rp_key_parameters_hash sys_domain_path \
            business_unit version maintenance_schedule cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description managed_by last_discovered can_print sys_class_name manufacturer \
            cl_port vendor life_cycle_stage_status model_number config_file assigned_to start_date serial_number \
            support_group unverified correlation_id attributes asset config_directory tcp_port skip_sync \
            listener_name product_instance_id pid attestation_score sys_updated_by install_directory sys_created_on \
            sys_domain install_date asset_tag fqdn change_control delivery_date install_status supported_by name \
            subcategory assignment_group edition managed_by_group sys_id po_number checked_in sys_class_path \
            mac_address company justification department cost comments attestation_status sys_mod_count monitor \
            model_id ip_address duplicate_of sys_tags cost_cc order_date schedule environment due attested location \
            category fault_count lease_id
            """)

    /// A running web server.
    static let cmdbCIWebServer = TableDefinition(
        "cmdb_ci_web_server", label: "Web Server", plural: "Web Servers", extends: "cmdb_ci_appl", display: "name",
        own: """
            type provided_by>cmdb_ci_computer
            """,
        wireOrder: """
            attested_date operational_status running_process_command sys_updated_on type \
            running_process_key_parameters rp_command_hash discovery_source first_discovered due_in used_for \
            is_clustered invoice_number gl_account sys_created_by warranty_expiration owned_by checked_out \
            rp_key_parameters_hash sys_domain_path business_unit version maintenance_schedule cost_center \
            attested_by dns_domain provided_by assigned purchase_date life_cycle_stage short_description managed_by \
            last_discovered can_print sys_class_name manufacturer cl_port vendor life_cycle_stage_status \
            model_number config_file assigned_to start_date serial_number support_group unverified correlation_id \
            attributes asset config_directory tcp_port skip_sync product_instance_id pid attestation_score \
            sys_updated_by install_directory sys_created_on sys_domain install_date asset_tag fqdn change_control \
            delivery_date install_status supported_by name subcategory assignment_group edition managed_by_group \
            sys_id po_number checked_in sys_class_path mac_address company justification department cost comments \
            attestation_status sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc order_date \
            schedule environment due attested location category fault_count lease_id
            """)

    /// A running application server.
    static let cmdbCIAppServer = TableDefinition(
        "cmdb_ci_app_server", label: "Application Server", plural: "Application Servers",
        extends: "cmdb_ci_appl", display: "name",
        own: """
            container
            """,
        wireOrder: """
            container attested_date operational_status running_process_command sys_updated_on \
            running_process_key_parameters rp_command_hash discovery_source first_discovered due_in used_for \
            is_clustered invoice_number gl_account sys_created_by warranty_expiration owned_by checked_out \
            rp_key_parameters_hash sys_domain_path business_unit version maintenance_schedule cost_center \
            attested_by dns_domain assigned purchase_date life_cycle_stage short_description managed_by \
            last_discovered can_print sys_class_name manufacturer cl_port vendor life_cycle_stage_status \
            model_number config_file assigned_to start_date serial_number support_group unverified correlation_id \
            attributes asset config_directory tcp_port skip_sync product_instance_id pid attestation_score \
            sys_updated_by install_directory sys_created_on sys_domain install_date asset_tag fqdn change_control \
            delivery_date install_status supported_by name subcategory assignment_group edition managed_by_group \
            sys_id po_number checked_in sys_class_path mac_address company justification department cost comments \
            attestation_status sys_mod_count monitor model_id ip_address duplicate_of sys_tags cost_cc order_date \
            schedule environment due attested location category fault_count lease_id
            """)

    /// One database.
    static let cmdbCIDatabase = TableDefinition(
        "cmdb_ci_database", label: "Database", plural: "Databases", extends: "cmdb_ci", display: "name",
        own: """
            product_instance_id type version db_server>cmdb_ci_server
            """,
        wireOrder: """
            attested_date skip_sync operational_status product_instance_id sys_updated_on type attestation_score \
            discovery_source first_discovered sys_updated_by due_in sys_created_on sys_domain install_date \
            invoice_number gl_account sys_created_by warranty_expiration asset_tag fqdn change_control owned_by \
            checked_out sys_domain_path business_unit version delivery_date maintenance_schedule install_status \
            cost_center attested_by supported_by dns_domain name assigned purchase_date life_cycle_stage subcategory \
            short_description assignment_group db_server managed_by managed_by_group last_discovered can_print \
            sys_class_name manufacturer sys_id po_number checked_in sys_class_path vendor life_cycle_stage_status \
            mac_address company model_number justification department assigned_to start_date cost comments \
            attestation_status sys_mod_count serial_number monitor model_id ip_address duplicate_of sys_tags cost_cc \
            support_group order_date schedule environment due attested unverified correlation_id attributes location \
            asset category fault_count lease_id
            """)

    /// Installed software.
    static let cmdbCISpkg = TableDefinition(
        "cmdb_ci_spkg", label: "Software", plural: "Software", extends: "cmdb_ci", display: "name",
        own: """
            product_instance_id install_count:integer part_of license_count:integer version key msft_sms_id:integer \
            license_available:integer package_name
            """,
        wireOrder: """
            attested_date skip_sync operational_status product_instance_id sys_updated_on install_count \
            attestation_score discovery_source first_discovered sys_updated_by due_in sys_created_on sys_domain \
            install_date invoice_number gl_account sys_created_by warranty_expiration part_of asset_tag fqdn \
            license_count change_control owned_by checked_out sys_domain_path business_unit version delivery_date \
            maintenance_schedule install_status cost_center attested_by supported_by dns_domain name assigned \
            purchase_date life_cycle_stage subcategory short_description assignment_group managed_by \
            managed_by_group last_discovered can_print sys_class_name manufacturer sys_id po_number checked_in \
            sys_class_path vendor life_cycle_stage_status mac_address company model_number justification department \
            key assigned_to start_date msft_sms_id cost comments license_available attestation_status sys_mod_count \
            serial_number monitor model_id ip_address duplicate_of sys_tags cost_cc support_group order_date \
            schedule environment due attested package_name unverified correlation_id attributes location asset \
            category fault_count lease_id
            """)

    /// Machines that act as one.
    static let cmdbCICluster = TableDefinition(
        "cmdb_ci_cluster", label: "Cluster", plural: "Clusters", extends: "cmdb_ci", display: "name",
        own: """
            product_instance_id cluster_type cluster_status cluster_version cluster_id
            """,
        wireOrder: """
            attested_date skip_sync operational_status product_instance_id sys_updated_on cluster_type \
            attestation_score discovery_source first_discovered sys_updated_by due_in cluster_status sys_created_on \
            sys_domain install_date invoice_number gl_account sys_created_by warranty_expiration cluster_version \
            asset_tag fqdn change_control owned_by checked_out sys_domain_path business_unit delivery_date \
            maintenance_schedule install_status cost_center attested_by supported_by dns_domain name assigned \
            purchase_date life_cycle_stage subcategory short_description assignment_group managed_by \
            managed_by_group last_discovered can_print sys_class_name manufacturer sys_id cluster_id po_number \
            checked_in sys_class_path vendor life_cycle_stage_status mac_address company model_number justification \
            department assigned_to start_date cost comments attestation_status sys_mod_count serial_number monitor \
            model_id ip_address duplicate_of sys_tags cost_cc support_group order_date schedule environment due \
            attested unverified correlation_id attributes location asset category fault_count lease_id
            """)

    /// A virtual machine.
    static let cmdbCIVmInstance = TableDefinition(
        "cmdb_ci_vm_instance", label: "Virtual Machine Instance", plural: "Virtual Machine Instances",
        extends: "cmdb_ci", display: "name",
        own: """
            product_instance_id vm_inst_id state terminated_on:glide_date_time object_id guest_os_fullname \
            server>cmdb_ci_server memory:integer disks:integer termination_protection:boolean=false nics:integer \
            cpus:integer disks_size:integer
            """,
        wireOrder: """
            attested_date skip_sync operational_status product_instance_id sys_updated_on attestation_score \
            discovery_source first_discovered sys_updated_by due_in sys_created_on sys_domain vm_inst_id \
            install_date state invoice_number gl_account sys_created_by warranty_expiration asset_tag fqdn \
            change_control owned_by terminated_on checked_out sys_domain_path object_id business_unit delivery_date \
            maintenance_schedule install_status cost_center attested_by supported_by dns_domain name assigned \
            purchase_date life_cycle_stage subcategory guest_os_fullname short_description server memory \
            assignment_group disks managed_by managed_by_group last_discovered can_print sys_class_name manufacturer \
            sys_id po_number termination_protection checked_in sys_class_path vendor life_cycle_stage_status \
            mac_address nics company model_number justification department assigned_to start_date cost comments cpus \
            attestation_status sys_mod_count serial_number monitor model_id ip_address duplicate_of sys_tags cost_cc \
            support_group order_date schedule environment due attested unverified correlation_id attributes location \
            disks_size asset category fault_count lease_id
            """)
}
