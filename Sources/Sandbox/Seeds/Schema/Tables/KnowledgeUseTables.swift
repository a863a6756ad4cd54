extension TableDefinition {
    /// A category of articles.
    static let kbCategory = TableDefinition(
        "kb_category", label: "Knowledge Category", plural: "Knowledge Categories", display: "label",
        own: """
            active:boolean=true full_category label(100) sys_domain_path:domain_path!=/ parent_table \
            parent_id:document_id sys_domain:domain_id>sys_user_group=global value(4000)
            """,
        wireOrder: """
            sys_mod_count active full_category label sys_updated_on sys_domain_path sys_tags parent_table sys_id \
            sys_updated_by parent_id sys_created_on sys_domain value sys_created_by
            """)

    /// What readers say about an article.
    static let kbFeedback = TableDefinition(
        "kb_feedback", label: "Knowledge Feedback", plural: "Knowledge Feedback",
        own: """
            parent_comment>kb_feedback reason parent_feedback>live_message rating:decimal root_feedback>live_message \
            flagged:boolean=false sys_domain:domain_id>sys_user_group=global resolved:boolean=false comments(4000) \
            view_id query(255) live_message>live_message session_id sys_domain_path:domain_path!=/ \
            article>kb_knowledge search_id>sys_search_event article_summary>kb_knowledge_summary \
            work_notes:journal_input user>sys_user useful
            """,
        choices: ["useful": .useful],
        wireOrder: """
            parent_comment reason parent_feedback rating root_feedback sys_updated_on sys_id sys_updated_by flagged \
            sys_created_on sys_domain sys_created_by resolved comments view_id query live_message sys_mod_count \
            session_id sys_domain_path sys_tags article search_id article_summary work_notes user useful
            """)

    /// Who read an article.
    static let kbUse = TableDefinition(
        "kb_use", label: "Knowledge Use", plural: "Knowledge Uses",
        own: """
            times_viewed:integer session_id used:boolean=false sys_domain_path:domain_path!=/ article>kb_knowledge \
            viewed:boolean=false sys_domain:domain_id>sys_user_group=global article_summary>kb_knowledge_summary \
            user>sys_user
            """,
        wireOrder: """
            times_viewed sys_mod_count session_id used sys_updated_on sys_domain_path sys_tags article sys_id \
            sys_updated_by sys_created_on viewed sys_domain article_summary user sys_created_by
            """)

    /// Which article helped with a task.
    static let m2mKbTask = TableDefinition(
        "m2m_kb_task", label: "Knowledge Applied to Task", plural: "Knowledge Applied to Tasks", indexed: ["task"],
        own: """
            task>task kb_knowledge>kb_knowledge
            """,
        wireOrder: """
            sys_id task sys_updated_by sys_created_on kb_knowledge sys_mod_count sys_updated_on sys_tags \
            sys_created_by
            """)
}
