extension CommandDefinition {
    static let pageForm = CommandDefinition(
        "page form", "Show, fill in and send a form of the page",
        details: """
            Without FIELD=VALUE it lists the fields: what each is called, its value and what may be chosen. With them it shows
            what would be sent, and --submit sends it and shows the page that answers.

            FIELD is a field's name, the last part of it (short_description for incident.short_description), or its label with _
            for blanks. A choice takes the value or the label that it offers, several with commas between them; a check box
            takes true or false; a file takes @FILE, and every other field takes a file's text that way. A field for a password
            takes nothing here: the line stands in the history.

            A form that is posted is a write: asked for as any other, refused by a read-only profile, and not taken back by
            undo. A form that is sent with GET, a search for instance, reads.
            """,
        arguments: [
            ArgumentDefinition(
                "form", .form, .optional, "The form's name or its number; needed where there are several"),
            ArgumentDefinition("fields", .assignment(of: .formField), .repeated, "A field's new value"),
        ],
        flags: [
            FlagDefinition("submit", "Send the form"),
            FlagDefinition(
                "button", .word("BUTTON"), fallback: "the first", "Press this button: its name, value or text"),
            FlagDefinition("all", "List hidden fields as well"),
            .plan,
        ],
        value: .answer,
        examples: [
            Example("page form", "the fields of the page's form"),
            Example(#"page form short_description="Printer on fire" urgency=High"#, "what would be sent"),
            Example(#"page form urgency=High --submit --button Update"#, "sent by the button Update"),
        ])
}
