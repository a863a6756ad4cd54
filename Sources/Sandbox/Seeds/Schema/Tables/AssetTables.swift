extension TableDefinition {
    /// A product that things are specimens of.
    static let cmdbModel = TableDefinition(
        "cmdb_model", label: "Product Model", plural: "Product Models", display: "display_name",
        own: """
            current_unit energy_use weight_decimal:decimal type voltage_unit eol_emission:decimal dimensions_unit \
            sys_domain:domain_id>sys_user_group=global manufacturing_emission:decimal \
            transportation_emission:decimal barcode expected_lifetime_co2e height:decimal power_consumption:integer \
            sla>contract_sla weight:integer display_name sys_domain_path:domain_path!=/ \
            asset_tracking_unit>cmdb_model_unit volume:decimal energy_star:boolean=false full_name weight_unit \
            rack_units:integer power_unit product_catalog_item>sc_cat_item name(100) \
            life_cycle_stage>life_cycle_stage cmdb_ci_class status short_description(160) flow_rate:integer \
            unit_of_measure_system description(4000) sys_class_name:sys_class_name! manufacturer>core_company \
            current:decimal sound_power:integer volume_unit life_cycle_stage_status>life_cycle_stage_status \
            certified:boolean=false model_number bundle:boolean=false expenditure_type \
            depreciation>cmdb_depreciation owner>sys_user comments(4000) cost:decimal rated_power:decimal \
            typical_energy_consumption:decimal acquisition_method usage_emission:decimal length:decimal \
            cmdb_model_category>>cmdb_model_category asset_tracking_strategy picture voltage:decimal \
            main_component>cmdb_m2m_model_component depth:decimal expected_lifespan:decimal width \
            salvage_value:currency
            """,
        defaults: ["status": "In Production"],
        wireOrder: """
            current_unit energy_use weight_decimal sys_updated_on type voltage_unit eol_emission sys_updated_by \
            dimensions_unit sys_created_on sys_domain manufacturing_emission transportation_emission barcode \
            expected_lifetime_co2e sys_created_by height power_consumption sla weight display_name sys_domain_path \
            asset_tracking_unit volume energy_star full_name weight_unit rack_units power_unit product_catalog_item \
            name life_cycle_stage cmdb_ci_class status short_description flow_rate unit_of_measure_system \
            description sys_class_name manufacturer sys_id current sound_power volume_unit life_cycle_stage_status \
            certified model_number bundle expenditure_type depreciation owner comments cost rated_power \
            typical_energy_consumption acquisition_method usage_emission length sys_mod_count cmdb_model_category \
            sys_tags asset_tracking_strategy picture voltage main_component depth expected_lifespan width \
            salvage_value
            """)

    /// A model of hardware.
    static let cmdbHardwareProductModel = TableDefinition(
        "cmdb_hardware_product_model", label: "Hardware Model", plural: "Hardware Models",
        extends: "cmdb_model", display: "display_name",
        own: """
            socket_count:integer useful_life:integer
            """,
        wireOrder: """
            current_unit energy_use weight_decimal sys_updated_on type voltage_unit eol_emission sys_updated_by \
            dimensions_unit sys_created_on sys_domain manufacturing_emission transportation_emission barcode \
            expected_lifetime_co2e sys_created_by height socket_count power_consumption useful_life sla weight \
            display_name sys_domain_path asset_tracking_unit volume energy_star full_name weight_unit rack_units \
            power_unit product_catalog_item name life_cycle_stage cmdb_ci_class status short_description flow_rate \
            unit_of_measure_system description sys_class_name manufacturer sys_id current sound_power volume_unit \
            life_cycle_stage_status certified model_number bundle expenditure_type depreciation owner comments cost \
            rated_power typical_energy_consumption acquisition_method usage_emission length sys_mod_count \
            cmdb_model_category sys_tags asset_tracking_strategy picture voltage main_component depth \
            expected_lifespan width salvage_value
            """)

    /// A category of models.
    static let cmdbModelCategory = TableDefinition(
        "cmdb_model_category", label: "Model Category", plural: "Model Categories", display: "name",
        own: """
            code allow_pre_allocation:boolean=false parent_cateogry>cmdb_model_category \
            sys_class_name:sys_class_name! enforce_verification:boolean=false allow_in_bundle:boolean=false \
            sys_domain:domain_id>sys_user_group=global sys_name(255) sys_scope>sys_scope bundle:boolean=false \
            is_product_instance:boolean=false asset_class sys_domain_path:domain_path!=/ picture \
            sys_package>sys_package ootb_category sys_update_name(250) name(100) product_model_class cmdb_ci_class \
            allow_as_master:boolean=false sys_policy
            """,
        wireOrder: """
            code allow_pre_allocation sys_updated_on parent_cateogry sys_class_name sys_id enforce_verification \
            sys_updated_by allow_in_bundle sys_created_on sys_domain sys_name sys_scope bundle sys_created_by \
            is_product_instance asset_class sys_mod_count sys_domain_path sys_tags picture sys_package ootb_category \
            sys_update_name name product_model_class cmdb_ci_class allow_as_master sys_policy
            """)

    /// A thing somebody paid for.
    static let almAsset = TableDefinition(
        "alm_asset", label: "Asset", plural: "Assets", display: "display_name", indexed: ["ci"],
        own: """
            parent>alm_asset skip_sync:boolean=false product_instance_id residual_date:glide_date residual:currency \
            request_line>sc_req_item resold_value:currency due_in model_category>cmdb_model_category \
            sys_domain:domain_id>sys_user_group=global disposal_reason model>cmdb_model install_date:glide_date_time \
            invoice_number gl_account warranty_expiration:glide_date asset_tag depreciated_amount:currency substatus \
            pre_allocated:boolean=false owned_by>sys_user checked_out:glide_date_time display_name \
            sys_domain_path:domain_path!=/ asset_function delivery_date:glide_date_time retirement_date:glide_date \
            model_component_id>cmdb_m2m_model_component install_status:integer=1 beneficiary>core_company \
            cost_center>cmn_cost_center supported_by>sys_user assigned:glide_date_time \
            life_cycle_stage>life_cycle_stage purchase_date:glide_date work_notes:journal_input managed_by>sys_user \
            sys_class_name:sys_class_name! po_number stockroom>alm_stockroom checked_in:glide_date_time \
            life_cycle_stage_status>life_cycle_stage_status vendor>core_company resale_price:decimal \
            company>core_company retired:glide_date justification department>cmn_department expenditure_type \
            depreciation>cmdb_depreciation assigned_to>sys_user depreciation_date:glide_date old_status cost:decimal \
            comments(4000) quantity:integer=1 active_to:boolean acquisition_method ci>cmdb_ci serial_number \
            old_substatus support_group>sys_user_group order_date:glide_date_time reserved_for>sys_user \
            due:glide_date_time location>cmn_location lease_id salvage_value:currency
            """,
        choices: ["install_status": .assetStatus],
        wireOrder: """
            parent skip_sync product_instance_id residual_date residual sys_updated_on request_line resold_value \
            sys_updated_by due_in model_category sys_created_on sys_domain disposal_reason model install_date \
            invoice_number gl_account sys_created_by warranty_expiration asset_tag depreciated_amount substatus \
            pre_allocated owned_by checked_out display_name sys_domain_path asset_function delivery_date \
            retirement_date model_component_id install_status beneficiary cost_center supported_by assigned \
            life_cycle_stage purchase_date work_notes managed_by sys_class_name sys_id po_number stockroom \
            checked_in life_cycle_stage_status vendor resale_price company retired justification department \
            expenditure_type depreciation assigned_to depreciation_date old_status cost comments quantity active_to \
            acquisition_method ci sys_mod_count serial_number old_substatus sys_tags support_group order_date \
            reserved_for due location lease_id salvage_value
            """)

    /// Hardware as an asset.
    static let almHardware = TableDefinition(
        "alm_hardware", label: "Hardware Asset", plural: "Hardware Assets",
        extends: "alm_asset", display: "display_name",
        own: """
            eligible_for_refresh:boolean=false
            """,
        wireOrder: """
            parent skip_sync product_instance_id residual_date residual sys_updated_on request_line resold_value \
            sys_updated_by due_in model_category sys_created_on sys_domain disposal_reason model install_date \
            invoice_number gl_account sys_created_by warranty_expiration asset_tag depreciated_amount substatus \
            pre_allocated owned_by checked_out display_name sys_domain_path asset_function delivery_date \
            retirement_date model_component_id install_status beneficiary cost_center supported_by assigned \
            life_cycle_stage purchase_date work_notes managed_by sys_class_name sys_id po_number stockroom \
            checked_in life_cycle_stage_status vendor resale_price company retired justification department \
            expenditure_type depreciation assigned_to depreciation_date eligible_for_refresh old_status cost \
            comments quantity active_to acquisition_method ci sys_mod_count serial_number old_substatus sys_tags \
            support_group order_date reserved_for due location lease_id salvage_value
            """)

    /// A contract with a vendor.
    static let astContract = TableDefinition(
        "ast_contract", label: "Contract", plural: "Contracts", numberPrefix: "CNTR", display: "number",
        own: """
            cost_adjustment_percentage:decimal business_owner>sys_user contract_notification_participants \
            total_cost:decimal discount:decimal cost_adjustment:decimal has_auto_renewal_clause:boolean=false \
            governing_law renewal_end_date:glide_date renewal_notice_period:integer tax_rate:decimal \
            approval_history:journal_input liability_cap number applicable_taxes tax_cost:currency \
            renewal_date:glide_date sub_total_cost:currency sys_domain:domain_id>sys_user_group=global \
            cost_adjustment_reason parent_contract>ast_contract state=active starts:glide_date \
            termination_notice_period:integer tax_exempt:boolean=false yearly_cost:currency active:boolean=true \
            payment_amount:currency commitment:currency is_force_majeure_applicable:boolean=false \
            sys_domain_path:domain_path!=/ payment_schedule terms_and_conditions renewal_cap \
            cost_center>cmn_cost_center renewable:boolean=false renewal_contact>sys_user expiration \
            invoice_payment_terms life_cycle_stage>life_cycle_stage contract_administrator>sys_user \
            average_lead_time:integer short_description(160) termination_for_convience_rights:boolean=false \
            ratecard:boolean=false cost_adjustment_type process_non_contractual_slas:boolean=false \
            affiliates_included:boolean=false description(4000) is_publicity_restricted:boolean=false \
            sys_class_name:sys_class_name! po_number termination_notice_days:integer \
            most_favorite_nation_applicable:boolean=false license_quantity_entitled:integer vendor>core_company \
            life_cycle_stage_status>life_cycle_stage_status ends:glide_date contract_model>cmdb_model \
            is_recipients_assigned:boolean=false covers approver>sys_user contract_duration:glide_duration process \
            monthly_cost:currency vendor_contract license_type renewal_options lifetime_cost:currency \
            late_payment_fees termination_for_cause sales_tax:boolean=false notice_date:glide_date substate \
            application_model>cmdb_application_product_model termination_fees cost_per_unit:currency vendor_account \
            location>cmn_location customer>cmdb_ci_service
            """,
        choices: ["state": .contractState],
        wireOrder: """
            cost_adjustment_percentage business_owner contract_notification_participants total_cost discount \
            cost_adjustment has_auto_renewal_clause governing_law renewal_end_date renewal_notice_period \
            sys_updated_on tax_rate approval_history liability_cap number applicable_taxes tax_cost sys_updated_by \
            renewal_date sys_created_on sub_total_cost sys_domain cost_adjustment_reason parent_contract state \
            starts sys_created_by termination_notice_period tax_exempt yearly_cost active payment_amount commitment \
            is_force_majeure_applicable sys_domain_path payment_schedule terms_and_conditions renewal_cap \
            cost_center renewable renewal_contact expiration invoice_payment_terms life_cycle_stage \
            contract_administrator average_lead_time short_description termination_for_convience_rights ratecard \
            cost_adjustment_type process_non_contractual_slas affiliates_included description \
            is_publicity_restricted sys_class_name sys_id po_number termination_notice_days \
            most_favorite_nation_applicable license_quantity_entitled vendor life_cycle_stage_status ends \
            contract_model is_recipients_assigned covers approver contract_duration process monthly_cost \
            vendor_contract license_type renewal_options lifetime_cost sys_mod_count late_payment_fees sys_tags \
            termination_for_cause sales_tax notice_date substate application_model termination_fees cost_per_unit \
            vendor_account location customer
            """)
}
