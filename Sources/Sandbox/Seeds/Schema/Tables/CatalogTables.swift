extension TableDefinition {
    /// A service catalog.
    static let scCatalog = TableDefinition(
        "sc_catalog", label: "Catalog", plural: "Catalogs", display: "title",
        own: """
            manager>sys_user description(4000) active:boolean=true desktop_continue_shopping \
            enable_wish_list:boolean=false title(100) sys_class_name:sys_class_name! desktop_image \
            sys_package>sys_package desktop_home_page sys_update_name(250) sys_name(255) sys_scope>sys_scope \
            editors>>sys_user sys_policy
            """,
        wireOrder: """
            manager sys_mod_count description active desktop_continue_shopping enable_wish_list sys_updated_on title \
            sys_tags sys_class_name desktop_image sys_id sys_package desktop_home_page sys_update_name \
            sys_updated_by sys_created_on sys_name sys_scope editors sys_created_by sys_policy
            """)

    /// A shelf of a catalog.
    static let scCategory = TableDefinition(
        "sc_category", label: "Category", plural: "Categories", display: "title",
        own: """
            homepage_renderer parent>sc_category entitlement_script mobile_subcategory_render_type \
            mobile_hide_description:boolean=false roles(255) icon description(4000) sc_catalog>sc_catalog \
            mobile_picture title(100) sys_class_name:sys_class_name! homepage_image sys_name(255) \
            sys_scope>sys_scope order:integer image header_icon module active:boolean=true sys_package>sys_package \
            sys_update_name(250) location>cmn_location sys_policy
            """,
        wireOrder: """
            homepage_renderer parent entitlement_script mobile_subcategory_render_type mobile_hide_description roles \
            icon description sc_catalog mobile_picture sys_updated_on title sys_class_name sys_id sys_updated_by \
            homepage_image sys_created_on sys_name sys_scope sys_created_by order image header_icon module \
            sys_mod_count active sys_tags sys_package sys_update_name location sys_policy
            """)

    /// What can be ordered.
    static let scCatItem = TableDefinition(
        "sc_cat_item", label: "Catalog Item", plural: "Catalog Items", display: "name",
        own: """
            entitlement_script use_sc_layout:boolean=false show_variable_help_on_load:boolean=false \
            no_order_now:boolean=false sc_ic_version:integer delivery_time:glide_duration type=item \
            published_ref>sc_cat_item no_search:boolean=false price:decimal=0 recurring_frequency sys_name(255) \
            model>cmdb_model state no_cart:boolean=false group>sys_user_group order:integer hide_sp:boolean=false \
            start_closed:boolean=false image no_quantity:boolean=false workflow>wf_workflow \
            delivery_plan>sc_cat_item_delivery_plan active:boolean=true no_proceed_checkout:boolean=false \
            custom_cart>sys_ui_macro no_cart_v2:boolean=false checked_out:glide_date_time version:integer \
            ignore_price:boolean=false sys_update_name(250) meta(4000) omit_price:boolean=false name(100) \
            flow_designer_flow>sys_hub_flow mobile_hide_price:boolean=false cc_render_type \
            no_wishlist_v2:boolean=false sys_policy template preview short_description(160) access_type \
            fulfillment_automation_level roles(255) icon description:html mobile_picture sc_template>sc_template \
            availability=on_desktop request_method mandatory_attachment:boolean=false \
            visible_standalone:boolean=false visible_guide:boolean=false sys_class_name:sys_class_name! \
            no_order:boolean=false vendor>core_company no_attachment_v2:boolean=false mobile_picture_type \
            visible_bundle:boolean=false sys_scope>sys_scope sc_catalogs>>sc_catalog \
            make_item_non_conversational:boolean=false ordered_item_link>sc_ordered_item_link owner>sys_user \
            no_delivery_time_v2:boolean=false cost:decimal no_quantity_v2:boolean=false secondary_owners>>sys_user \
            recurring_price:decimal list_price:currency billable:boolean=false picture sys_package>sys_package \
            display_price_property taxonomy_topic>>topic delivery_plan_script location>cmn_location \
            category>sc_category no_save_as_draft:boolean=false
            """,
        wireOrder: """
            entitlement_script use_sc_layout show_variable_help_on_load no_order_now sc_ic_version delivery_time \
            sys_updated_on type published_ref no_search sys_updated_by price sys_created_on recurring_frequency \
            sys_name model state no_cart sys_created_by group order hide_sp start_closed image no_quantity workflow \
            delivery_plan active no_proceed_checkout custom_cart no_cart_v2 checked_out version ignore_price \
            sys_update_name meta omit_price name flow_designer_flow mobile_hide_price cc_render_type no_wishlist_v2 \
            sys_policy template preview short_description access_type fulfillment_automation_level roles icon \
            description mobile_picture sc_template availability request_method mandatory_attachment \
            visible_standalone visible_guide sys_class_name sys_id no_order vendor no_attachment_v2 \
            mobile_picture_type visible_bundle sys_scope sc_catalogs make_item_non_conversational ordered_item_link \
            owner no_delivery_time_v2 cost no_quantity_v2 secondary_owners sys_mod_count recurring_price list_price \
            sys_tags billable picture sys_package display_price_property taxonomy_topic delivery_plan_script \
            location category no_save_as_draft
            """)

    /// A catalog item that makes a record.
    static let scCatItemProducer = TableDefinition(
        "sc_cat_item_producer", label: "Record Producer", plural: "Record Producers",
        extends: "sc_cat_item", display: "name",
        own: """
            table_name(80) view script(8000) save_options redirect_url allow_edit:boolean=false \
            can_cancel:boolean=false post_insert_script
            """,
        wireOrder: """
            entitlement_script use_sc_layout show_variable_help_on_load no_order_now sc_ic_version sys_updated_on \
            delivery_time type table_name published_ref view no_search sys_updated_by price sys_created_on \
            recurring_frequency sys_name model state no_cart sys_created_by order hide_sp group start_closed image \
            no_quantity workflow delivery_plan active custom_cart checked_out no_proceed_checkout no_cart_v2 version \
            script ignore_price sys_update_name meta omit_price name flow_designer_flow save_options \
            mobile_hide_price redirect_url cc_render_type no_wishlist_v2 sys_policy allow_edit template preview \
            short_description access_type fulfillment_automation_level roles icon mobile_picture can_cancel \
            description sc_template availability request_method mandatory_attachment visible_standalone \
            visible_guide sys_class_name sys_id no_order vendor no_attachment_v2 mobile_picture_type visible_bundle \
            sys_scope sc_catalogs make_item_non_conversational ordered_item_link owner no_delivery_time_v2 cost \
            no_quantity_v2 secondary_owners sys_mod_count post_insert_script recurring_price list_price sys_tags \
            billable picture sys_package display_price_property taxonomy_topic delivery_plan_script location \
            no_save_as_draft category
            """)

    /// On which shelves an item stands.
    static let scCatItemCategory = TableDefinition(
        "sc_cat_item_category", label: "Catalog Item Category", plural: "Catalog Item Categories",
        own: """
            sc_category>sc_category sys_class_name:sys_class_name! sys_package>sys_package sys_update_name(250) \
            sys_name(255) sys_scope>sys_scope sc_cat_item>sc_cat_item sys_policy
            """,
        wireOrder: """
            sc_category sys_mod_count sys_updated_on sys_tags sys_class_name sys_id sys_package sys_update_name \
            sys_updated_by sys_created_on sys_name sys_scope sc_cat_item sys_created_by sys_policy
            """)
}
