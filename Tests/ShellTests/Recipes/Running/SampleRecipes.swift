/// Recipes for tests, named after what they show.
enum SampleRecipes {
    /// A recipe with a block of steps.
    static func text(_ goal: String, writes: String? = nil, params: String? = nil, _ blocks: String...) -> String {
        var text = "# \(goal)\n\n"
        if let writes { text += "writes: \(writes)\n\n" }
        if let params { text += "```params\n\(params)\n```\n\n" }
        return text + blocks.map { "```snowdeck\n\($0)\n```\n" }.joined(separator: "\n")
    }

    static let raise = text(
        "Raise an incident and note the work", writes: "incident, journal",
        params: "what = \"Printer on fire\"   # what is wrong",
        """
        > table create incident short_description={{what}} caller_id=abel.tuter => inc = .number
        ? http 201
        ? .state == 1
        > task comment {{inc}} "On my way"
        Work note added to [INC].
        > table get incident {{inc}} -f number,short_description
        ? .short_description == {{what}}
        number             [INC]
        short_description  {{what}}
        """)

    static let look = text(
        "Look at two incidents",
        """
        > table list incident -n 2 --order number -f number,caller_id.email => first = .[0].number
        ? rows == 2
        ...
        2 of [N] shown; -n NUMBER or --all shows more.
        """,
        """
        for row in table list incident -n 2 --order number -f number,caller_id.email
        if {{row.number}} != INC0009751
        > table get incident {{row.number}} -f number
        ? .number == {{row.number}}
        """,
        """
        cleanup
        > table count incident -q number={{first}}
        ? .count == 1
        """)
}
