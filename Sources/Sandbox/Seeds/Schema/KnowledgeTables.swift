extension TableDefinition {
    /// Knowledge articles.
    static let kbKnowledge = TableDefinition(
        "kb_knowledge", label: "Knowledge", plural: "Knowledge", numberPrefix: "KB", display: "number",
        columns: [
            .init("wiki", .html),
            .init("rating", .decimal),
            .init("source"),
            .init("number", label: "Number"),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("workflow_state", default: "draft", choices: .articleState),
            .init("text", .html),
            .init("editor_type"),
            .init("scheduled_publish_date", .date),
            .init("image"),
            .init("cmdb_ci", .reference, label: "Configuration item", to: "cmdb_ci"),
            .init("author", .reference, to: "sys_user"),
            .init("can_read_user_criteria", .list, to: "user_criteria"),
            .init("active", .boolean, default: "true"),
            .init("published", .date),
            .init("cannot_read_user_criteria", .list, to: "user_criteria"),
            .init("helpful_count", .integer, default: "0"),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("version", .reference, to: "kb_version"),
            .init("meta_description", length: 1000),
            .init("kb_knowledge_base", .reference, label: "Knowledge base", to: "kb_knowledge_base"),
            .init("meta", length: 4000),
            .init("topic"),
            .init("display_number"),
            .init("short_description", length: 160),
            .init("base_version", .reference, to: "kb_knowledge"),
            .init("roles", length: 255),
            .init("direct", .boolean, default: "false"),
            .init("description", length: 4000),
            .init("disable_suggesting", .boolean, default: "false"),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("article_id"),
            .init("use_count", .integer, default: "0"),
            .init("flagged", .boolean, default: "false"),
            .init("disable_commenting", .boolean, default: "false"),
            .init("valid_to", .date),
            .init("retired", .date),
            .init("display_attachments", .boolean, default: "false"),
            .init("latest", .boolean, default: "false"),
            .init("summary", .reference, to: "kb_knowledge_summary"),
            .init("sys_view_count", .integer, default: "0"),
            .init("revised_by", .reference, to: "sys_user"),
            .init("article_type", default: "text", choices: .articleType),
            .init("replacement_article", .reference, to: "kb_knowledge"),
            .init("taxonomy_topic", .reference, to: "topic"),
            .init("view_as_allowed", .boolean, default: "false"),
            .init("ownership_group", .reference, to: "sys_user_group"),
            .init("category", choices: .articleCategory),
            .init("kb_category", .reference, label: "Category", to: "kb_category"),
        ],
        wireOrder: """
            wiki rating source sys_updated_on number sys_updated_by sys_created_on sys_domain workflow_state \
            text editor_type sys_created_by scheduled_publish_date image cmdb_ci author can_read_user_criteria \
            active published cannot_read_user_criteria helpful_count sys_domain_path version meta_description \
            kb_knowledge_base meta topic display_number short_description base_version roles direct description \
            disable_suggesting sys_class_name article_id use_count sys_id flagged disable_commenting valid_to \
            retired display_attachments latest summary sys_view_count revised_by article_type sys_mod_count \
            sys_tags replacement_article taxonomy_topic view_as_allowed ownership_group category kb_category
            """)

    /// The shelves that articles stand on.
    static let kbKnowledgeBase = TableDefinition(
        "kb_knowledge_base", label: "Knowledge Base", plural: "Knowledge Bases", display: "title",
        columns: [
            .init("template"),
            .init("mandatory_fields"),
            .init("enable_socialqa", .boolean, default: "false"),
            .init("icon"),
            .init("description", length: 4000),
            .init("question_annotation"),
            .init("title", label: "Title", length: 60),
            .init("disable_suggesting", .boolean, default: "false"),
            .init("disable_category_editing", .boolean, default: "false"),
            .init("disable_commenting", .boolean, default: "false"),
            .init("article_validity", .integer),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("kb_version"),
            .init("table"),
            .init("order", .integer, label: "Order"),
            .init("retire_workflow", .reference, to: "wf_workflow"),
            .init("owner", .reference, to: "sys_user"),
            .init("workflow", .reference, to: "wf_workflow"),
            .init("kb_publish_flow", .reference, to: "sys_hub_flow"),
            .init("approval_description", length: 255),
            .init("disable_mark_as_helpful", .boolean, default: "false"),
            .init("active", .boolean, default: "true"),
            .init("checklist", .reference, to: "kb_quality_checklist"),
            .init("kb_retire_flow", .reference, to: "sys_hub_flow"),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("application", .reference, to: "sys_scope"),
            .init("card_color"),
            .init("disable_rating", .boolean, default: "false"),
            .init("kb_managers", .list, to: "sys_user"),
            .init("data_policy", .reference, to: "sys_data_policy2"),
        ],
        wireOrder: """
            template mandatory_fields enable_socialqa icon description question_annotation sys_updated_on title \
            disable_suggesting sys_id disable_category_editing sys_updated_by disable_commenting \
            article_validity sys_created_on sys_domain kb_version table sys_created_by order retire_workflow \
            owner workflow kb_publish_flow approval_description disable_mark_as_helpful sys_mod_count active \
            checklist kb_retire_flow sys_domain_path sys_tags application card_color disable_rating kb_managers \
            data_policy
            """)
}
