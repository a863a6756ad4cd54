extension CommandDefinition {
    static let undo = CommandDefinition(
        "undo", "Show or run what takes the last write back",
        details: """
            Every table command that writes keeps a script in this language, and so does graphql for changes of records;
            rest, attach and scripted GraphQL mutations keep none. The script restores the columns that were changed in each
            record, also those that the instance changed by itself, deletes what was created, and makes again what was
            deleted, with its sys_id.

            Entries of journals stay, attachments and sys_ columns do not come back, and old values of secret columns are not
            kept. --run asks as the write did, passes over records that were changed in the meantime, and can itself be undone.
            """,
        flags: [FlagDefinition("run", "Run the script")],
        examples: [
            Example("undo", "the script"),
            Example("undo > back.snowdeck", "the script in a file, for snowdeck run"),
            Example("undo --run", "the last write taken back"),
        ])
}
