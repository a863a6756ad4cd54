extension ArgumentDefinition {
    static let attachment = ArgumentDefinition(
        "name", .word("NAME"), "The name of the file, or the attachment's sys_id")
}

extension CommandDefinition {
    static let attachList = CommandDefinition(
        "attach list", "List the files attached to a record",
        arguments: [.table, .record],
        value: .answer,
        examples: [
            Example("attach list incident INC0010021", "the files of an incident"),
            Example("attach list incident INC0010021 => id = .[0].sys_id", "the same; the first one's sys_id is kept"),
        ])

    static let attachShow = CommandDefinition(
        "attach show", "Show everything the instance says of one attachment",
        arguments: [.table, .record, .attachment],
        value: .answer,
        examples: [Example("attach show incident INC0010021 error.log", "size, type, hash and dates of a file")])

    static let attachGet = CommandDefinition(
        "attach get", "Fetch an attached file",
        details: """
            Without --out, --save and --all the bytes go to standard output, or where > and | send them; a terminal takes text
            only. What came is compared with the size and the SHA-256 that the instance gives. --save and --all take the name
            that the instance gives, in the current folder, and refuse one that leads out of it; with --all the second image.png
            is image-2.png. A replay writes no file.
            """,
        arguments: [
            .table, .record,
            ArgumentDefinition(
                "name", .word("NAME"), .optional,
                "The name of the file, or the attachment's sys_id; may be left out where there is one only"),
        ],
        flags: [
            FlagDefinition("out", .file, "Write this file"),
            FlagDefinition("save", "Write a file of the attachment's own name into the current folder"),
            FlagDefinition("all", "Do so with every attachment of the record"),
            FlagDefinition("force", "Replace a file that stands there already"),
            FlagDefinition("unchecked", "Take what came, whatever size and hash say"),
        ],
        rules: [.atMostOne(["out", "save", "all"])],
        value: .answer,
        examples: [
            Example("attach get incident INC0010021 error.log", "a text file, shown"),
            Example("attach get incident INC0010021 photo.png > photo.png", "a picture, into a file"),
            Example("attach get incident INC0010021 --all", "every file of the incident, into the current folder"),
        ])

    static let attachPut = CommandDefinition(
        "attach put", "Attach files to a record",
        details: """
            A file goes by the last part of its path, and by the media type that its ending stands for. What the tape keeps
            of a file is all a replay needs.
            """,
        arguments: [
            .table, .record,
            ArgumentDefinition("files", .file, .repeatedAtLeastOnce, "The files to attach"),
        ],
        flags: [
            FlagDefinition("as", .word("NAME"), "Call the file so there"),
            FlagDefinition("type", .mediaType, fallback: "by the ending of the name", "Give it this media type"),
        ],
        value: .answer,
        examples: [
            Example("attach put incident INC0010021 error.log photo.png", "two files attached to an incident"),
            Example(
                "attach put incident INC0010021 out.bin --as dump.bin --type application/octet-stream",
                "a file under another name"),
        ])

    static let attachDelete = CommandDefinition(
        "attach delete", "Delete an attachment",
        arguments: [.table, .record, .attachment],
        examples: [Example("attach delete incident INC0010021 error.log", "a file taken off an incident")])
}
