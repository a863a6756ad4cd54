extension TableDefinition {
    /// A file attached to a record; its bytes stand in `sys_attachment_doc`.
    static let sysAttachment = TableDefinition(
        "sys_attachment", label: "Attachment", plural: "Attachments", display: "file_name", indexed: ["table_sys_id"],
        labels: ["size_bytes": "Size bytes", "table_sys_id": "Table sys ID"],
        own: """
            size_bytes:integer file_name(100) image_width:integer average_image_color table_name(80) \
            image_height:integer content_type(100) size_compressed:integer table_sys_id(32) compressed:boolean=false \
            state chunk_size_bytes:integer=700000 hash(64)
            """,
        wireOrder: """
            size_bytes file_name sys_mod_count sys_updated_on image_width average_image_color sys_tags table_name \
            sys_id sys_updated_by image_height content_type sys_created_on size_compressed table_sys_id compressed \
            state chunk_size_bytes hash sys_created_by
            """)

    /// A piece of an attached file.
    static let sysAttachmentDoc = TableDefinition(
        "sys_attachment_doc", label: "Attachment Document", plural: "Attachment Documents",
        indexed: ["sys_attachment"],
        own: """
            data(1000000) sys_attachment>sys_attachment length:integer position:integer
            """,
        wireOrder: """
            sys_id data sys_created_on sys_attachment length position sys_created_by
            """)
}
