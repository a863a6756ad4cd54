extension TableDefinition {
    /// A question that an item asks.
    static let itemOptionNew = TableDefinition(
        "item_option_new", label: "Variable", plural: "Variables", display: "question_text",
        own: """
            dynamic_ref_qual>sys_filter_option_dynamic rec_price_if_checked:decimal rec_lookup_price \
            display_title:boolean=false tooltip show_help_on_load:boolean=false type:integer=6 \
            published_ref>sc_cat_item lookup_table read_only:boolean=false record sys_name(255) order:integer=100 \
            map_to_field:boolean=false choice_direction delivery_plan>sc_cat_item_delivery_plan delete_roles \
            active:boolean=true dynamic_value_field>item_option_new sys_update_name(250) field unique:boolean=false \
            macroponent>sys_ux_macroponent variable_width help_text(4000) global:boolean=false \
            mandatory:boolean=false sys_class_name:sys_class_name! dynamic_default_value>sys_filter_option_dynamic \
            example_text conversational_label pricing_implications:boolean=false read_roles \
            visible_bundle:boolean=false sys_scope>sys_scope create_roles dynamic_value_dot_walk_path table(80) \
            disable_initial_slot_fill:boolean=false mask_use_encryption:boolean=false include_none:boolean=false \
            default_value price_if_checked:decimal help_tag question_text(200) sys_package>sys_package \
            cat_item>sc_cat_item validate_regex>question_regex lookup_source rich_text record_producer_table \
            not_available_conversation:boolean=false attributes no_auto_populate_also_request_for:boolean=false \
            reference_qual lookup_unique:boolean=false default_html_value instructions lookup_label \
            hide_on_grid:boolean=false choice_field save_script ui_page>sys_ui_page reference>sys_db_object@name \
            lookup_value roles_to_use_also_request_for mask_use_confirmation:boolean=false reference_qual_condition \
            read_script visibility choice_table name(100) sys_policy lookup_dependent_question>item_option_new \
            hidden:boolean=false use_dynamic_default:boolean=false description(4000) scale_min:integer \
            show_help:boolean=false visible_standalone:boolean=false visible_guide:boolean=false \
            do_not_select_first:boolean=false variable_set>item_option_new_set write_roles variable_name \
            sp_widget>sp_widget list_table macro>sys_ui_macro use_reference_qualifier visible_summary:boolean=false \
            post_insert_script lookup_price layout enable_also_request_for:boolean=false summary_macro>sys_ui_macro \
            scale_max:integer category topic_block>sys_cs_topic
            """,
        wireOrder: """
            dynamic_ref_qual rec_price_if_checked rec_lookup_price display_title tooltip show_help_on_load \
            sys_updated_on type published_ref lookup_table read_only record sys_name sys_created_by order \
            map_to_field choice_direction delivery_plan delete_roles active dynamic_value_field sys_update_name \
            field unique macroponent variable_width help_text global mandatory sys_class_name dynamic_default_value \
            example_text conversational_label pricing_implications read_roles visible_bundle sys_scope create_roles \
            dynamic_value_dot_walk_path table disable_initial_slot_fill mask_use_encryption include_none \
            default_value price_if_checked help_tag question_text sys_package cat_item validate_regex lookup_source \
            rich_text record_producer_table not_available_conversation attributes no_auto_populate_also_request_for \
            reference_qual lookup_unique default_html_value instructions lookup_label hide_on_grid choice_field \
            save_script ui_page reference sys_updated_by lookup_value sys_created_on roles_to_use_also_request_for \
            mask_use_confirmation reference_qual_condition read_script visibility choice_table name sys_policy \
            lookup_dependent_question hidden use_dynamic_default description scale_min show_help visible_standalone \
            visible_guide do_not_select_first sys_id variable_set write_roles variable_name sp_widget list_table \
            macro use_reference_qualifier visible_summary sys_mod_count post_insert_script lookup_price sys_tags \
            layout enable_also_request_for summary_macro scale_max category topic_block
            """)

    /// An answer to such a question.
    static let scItemOption = TableDefinition(
        "sc_item_option", label: "Option", plural: "Options", display: "item_option_new",
        own: """
            generated_ai:boolean=false sc_cat_item_option>sc_cat_item_option item_option_new>item_option_new \
            value(4000) cart_item>sc_cart_item order:integer
            """,
        wireOrder: """
            sys_mod_count sys_updated_on sys_tags generated_ai sc_cat_item_option sys_id sys_updated_by \
            sys_created_on item_option_new value sys_created_by cart_item order
            """)

    /// Which requested item an answer belongs to.
    static let scItemOptionMtom = TableDefinition(
        "sc_item_option_mtom", label: "Variable Ownership", plural: "Variable Ownerships",
        own: """
            request_item>sc_req_item sc_item_option>sc_item_option
            """,
        wireOrder: """
            sys_id sys_updated_by sys_created_on sys_mod_count request_item sc_item_option sys_updated_on sys_tags \
            sys_created_by
            """)
}
