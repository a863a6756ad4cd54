extension TableDefinition {
    /// What the instance noted.
    static let syslog = TableDefinition(
        "syslog", label: "Log Entry", plural: "Log Entries", display: "sys_created_on", indexed: ["sys_created_on"],
        own: """
            sequence:integer source_application_family level=0 source_package>sys_package source message(4000) \
            sys_class_name:sys_class_name! context_map
            """,
        choices: ["level": .logLevel],
        wireOrder: """
            sequence sys_id source_application_family level source_package sys_created_on source message \
            sys_class_name sys_created_by context_map
            """)

    /// Which values records had before.
    static let sysAudit = TableDefinition(
        "sys_audit", label: "Audit", plural: "Audits", indexed: ["documentkey"],
        own: """
            fieldname(80) reason newvalue(4000) documentkey(32) tablename(80) record_checkpoint:integer \
            internal_checkpoint user oldvalue(4000)
            """,
        wireOrder: """
            fieldname reason sys_id newvalue sys_created_on documentkey tablename record_checkpoint \
            internal_checkpoint user oldvalue sys_created_by
            """)

    /// Which records have a history.
    static let sysHistorySet = TableDefinition(
        "sys_history_set", label: "History Set", plural: "History Sets",
        own: """
            timezone refresh:glide_date_time language updates:integer line_table load_time:glide_date_time domain \
            initial_values(4000) date_format id(32) internal_checkpoint table(80) \
            last_update_recorded:glide_date_time
            """,
        wireOrder: """
            timezone sys_mod_count refresh language sys_updated_on updates sys_id line_table sys_updated_by \
            load_time sys_created_on domain initial_values date_format id internal_checkpoint table sys_created_by \
            last_update_recorded
            """)

    /// What happened, for those who wait for it.
    static let sysevent = TableDefinition(
        "sysevent", label: "Event", plural: "Events", display: "name",
        own: """
            derived_priority:decimal instance(32) process_on:glide_date_time user_name uri(1000) processed:glide_date_time \
            rollback_context_id partition:integer user_id>sys_user processing_duration:integer name(100) \
            descriptive_name state=ready parm1(4000) table(80) parm2(4000) queue claimed_by
            """,
        choices: ["state": .eventState],
        wireOrder: """
            derived_priority instance process_on user_name sys_mod_count sys_updated_on uri processed \
            rollback_context_id sys_id sys_updated_by partition user_id sys_created_on processing_duration name \
            descriptive_name state parm1 table parm2 queue sys_created_by claimed_by
            """)

    /// What the scheduler does next.
    static let sysTrigger = TableDefinition(
        "sys_trigger", label: "Schedule Item", plural: "Schedule Items", display: "name",
        own: """
            parent advanced:boolean=false trigger_type:integer run_daysofweek repeat_every:integer entered_run_end \
            document_key(32) rollback_context_id state:integer=0 run_dayofweek:integer upgrade_safe:boolean=false \
            transaction_id run_time:glide_date_time offset priority:integer job_context script(8000) \
            replication_originator job_classification processing_duration name(100) max_drift log entered_time \
            business_calendar document error_count:integer trigger_class run_count:integer run_end:glide_date_time \
            repeat:glide_duration run_start:glide_date_time run_dayofmonth run_weekinmonth last_error calendar \
            system_id run_month:integer time_zone application>sys_scope job_id offset_type \
            next_action:glide_date_time entered_run_start maintenance:boolean=false claimed_by
            """,
        wireOrder: """
            parent advanced trigger_type run_daysofweek repeat_every entered_run_end sys_updated_on document_key \
            rollback_context_id sys_updated_by sys_created_on state run_dayofweek sys_created_by upgrade_safe \
            transaction_id run_time offset priority job_context script replication_originator job_classification \
            processing_duration name max_drift log entered_time business_calendar document error_count trigger_class \
            run_count run_end sys_id repeat run_start run_dayofmonth run_weekinmonth last_error calendar system_id \
            sys_mod_count run_month time_zone application job_id offset_type next_action entered_run_start \
            maintenance claimed_by
            """)

    /// Mail in and out.
    static let sysEmail = TableDefinition(
        "sys_email", label: "Email", plural: "Emails", display: "subject",
        own: """
            checkpoint notification_type instance(32) copied body_text(8000) subject(255) importance blind_copied \
            direct:boolean=false type=send-ready body:html uid reply_to content_type receive_type target_table \
            state=ready headers(4000) weight:integer message_id error_string deleted:boolean=false mailbox \
            user_id>sys_user recipients(4000) user status
            """,
        choices: ["type": .mailType, "state": .mailState],
        wireOrder: """
            checkpoint notification_type instance copied body_text subject importance blind_copied direct \
            sys_updated_on type body uid sys_id sys_updated_by reply_to content_type receive_type sys_created_on \
            target_table state sys_created_by headers sys_mod_count weight message_id error_string deleted mailbox \
            user_id recipients user status
            """)

    /// Messages to and from MID servers.
    static let eccQueue = TableDefinition(
        "ecc_queue", label: "Queue", plural: "Queue",
        own: """
            agent signature response_to>ecc_queue from_sys_id source agent_correlator priority:integer \
            sys_domain_path:domain_path!=/ processed:glide_date_time error_string sequence:integer from_host \
            payload(8000) sys_domain:domain_id>sys_user_group=global name(255) topic state=ready queue=output
            """,
        choices: ["state": .eventState],
        wireOrder: """
            agent signature response_to sys_mod_count from_sys_id source sys_updated_on agent_correlator priority \
            sys_domain_path processed error_string sequence sys_id sys_updated_by from_host payload sys_created_on \
            sys_domain name topic state queue sys_created_by
            """)
}
