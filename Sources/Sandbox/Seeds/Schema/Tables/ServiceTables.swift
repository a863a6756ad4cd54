extension TableDefinition {
    /// A service that people depend on.
    static let cmdbCIService = TableDefinition(
        "cmdb_ci_service", label: "Service", plural: "Services", extends: "cmdb_ci", display: "name",
        labels: ["busines_criticality": "Business criticality"],
        own: """
            parent>cmdb_ci consumer_type number published_ref used_for state sla>contract_sla version service_status \
            portfolio_status business_need delivery_manager>sys_user end_date:glide_date busines_criticality \
            stakeholders>>sys_user service_owner_delegate>sys_user spm_taxonomy_node>spm_taxonomy_node \
            price_unit:currency aliases product_instance_id service_level_requirement monitoring_requirements \
            user_group>sys_user_group spm_service_portfolio>spm_service_portfolio unit_description \
            business_relation_manager>sys_user last_review_date:glide_date business_contact>sys_user \
            compatibility_dependencies price_model prerequisites checkout service_classification
            """,
        defaults: ["busines_criticality": "4 - not critical", "service_classification": "Business Service"],
        wireOrder: """
            attested_date parent operational_status consumer_type sys_updated_on number published_ref \
            discovery_source first_discovered due_in used_for state invoice_number gl_account sys_created_by \
            warranty_expiration sla owned_by checked_out sys_domain_path business_unit version maintenance_schedule \
            cost_center attested_by dns_domain service_status assigned purchase_date life_cycle_stage \
            portfolio_status business_need delivery_manager end_date short_description busines_criticality \
            managed_by stakeholders last_discovered can_print service_owner_delegate sys_class_name manufacturer \
            vendor life_cycle_stage_status model_number assigned_to start_date serial_number spm_taxonomy_node \
            price_unit support_group unverified correlation_id attributes asset skip_sync aliases \
            product_instance_id attestation_score service_level_requirement sys_updated_by sys_created_on sys_domain \
            install_date monitoring_requirements asset_tag user_group fqdn spm_service_portfolio change_control \
            unit_description business_relation_manager last_review_date business_contact compatibility_dependencies \
            delivery_date install_status supported_by name subcategory price_model assignment_group managed_by_group \
            prerequisites sys_id po_number checked_in sys_class_path mac_address company justification department \
            checkout cost comments attestation_status sys_mod_count monitor model_id ip_address duplicate_of \
            sys_tags cost_cc order_date schedule environment due attested location category fault_count lease_id \
            service_classification
            """)

    /// A service in one quality for some people.
    static let serviceOffering = TableDefinition(
        "service_offering", label: "Service Offering", plural: "Service Offerings",
        extends: "cmdb_ci_service", display: "name",
        own: """
            billing price:decimal order:integer contract>ast_contract technical_contact>sys_user description(4000)
            """,
        wireOrder: """
            attested_date parent operational_status consumer_type sys_updated_on billing number published_ref \
            discovery_source first_discovered due_in price used_for state invoice_number gl_account sys_created_by \
            warranty_expiration order contract sla owned_by checked_out sys_domain_path business_unit version \
            maintenance_schedule technical_contact cost_center attested_by dns_domain service_status assigned \
            purchase_date life_cycle_stage portfolio_status business_need delivery_manager end_date \
            short_description busines_criticality managed_by stakeholders last_discovered can_print \
            service_owner_delegate sys_class_name manufacturer vendor life_cycle_stage_status model_number \
            assigned_to start_date serial_number spm_taxonomy_node price_unit support_group unverified \
            correlation_id attributes asset skip_sync aliases product_instance_id attestation_score \
            service_level_requirement sys_updated_by sys_created_on sys_domain install_date monitoring_requirements \
            asset_tag user_group fqdn spm_service_portfolio change_control unit_description \
            business_relation_manager last_review_date business_contact compatibility_dependencies delivery_date \
            install_status supported_by name subcategory price_model assignment_group description managed_by_group \
            prerequisites sys_id po_number checked_in sys_class_path mac_address company justification department \
            checkout cost comments attestation_status sys_mod_count monitor model_id ip_address duplicate_of \
            sys_tags cost_cc order_date schedule environment due attested location category fault_count lease_id \
            service_classification
            """)

    /// An application as the business sees it.
    static let cmdbCIBusinessApp = TableDefinition(
        "cmdb_ci_business_app", label: "Business Application", plural: "Business Applications",
        extends: "cmdb_ci", display: "name",
        own: """
            install_type number it_application_owner>sys_user apm_business_process>cmdb_ci_business_process \
            organization_unit_count:integer active:boolean=true application_manager>sys_user \
            last_change_date:glide_date_time next_assessment_date:glide_date contract_end_date:glide_date \
            data_classification certified:boolean=false currency business_criticality age_in_month url:url \
            technology_stack audience_type software_license>alm_license product_instance_id \
            active_user_count:integer support_vendor>core_company appraisal_fiscal_type emergency_tier \
            product_support_status work_notes:journal_input application_type architecture_type platform \
            cmdb_software_product_model>cmdb_software_product_model user_base platform_host>cmdb_ci_business_app
            """,
        wireOrder: """
            attested_date operational_status sys_updated_on install_type number discovery_source first_discovered \
            due_in it_application_owner apm_business_process invoice_number gl_account sys_created_by \
            warranty_expiration organization_unit_count active owned_by checked_out sys_domain_path business_unit \
            maintenance_schedule application_manager cost_center attested_by dns_domain assigned purchase_date \
            life_cycle_stage short_description last_change_date managed_by last_discovered can_print \
            next_assessment_date sys_class_name manufacturer contract_end_date data_classification vendor \
            life_cycle_stage_status certified currency model_number assigned_to start_date business_criticality \
            serial_number age_in_month url support_group technology_stack audience_type unverified correlation_id \
            attributes asset software_license skip_sync product_instance_id active_user_count support_vendor \
            appraisal_fiscal_type attestation_score sys_updated_by sys_created_on sys_domain install_date asset_tag \
            fqdn change_control emergency_tier product_support_status delivery_date install_status supported_by name \
            subcategory work_notes assignment_group application_type architecture_type managed_by_group platform \
            sys_id po_number checked_in sys_class_path mac_address company justification department cost comments \
            cmdb_software_product_model attestation_status sys_mod_count monitor model_id ip_address duplicate_of \
            sys_tags cost_cc user_base order_date schedule environment due platform_host attested location category \
            fault_count lease_id
            """)
}
