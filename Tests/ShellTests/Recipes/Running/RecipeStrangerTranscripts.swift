import Testing

/// Recipes from strangers that try more than their text tells beforehand.
@Suite struct RecipeStrangerTranscripts {
    private static let holes = String(repeating: "[..]a", count: 60) + "x"

    static let transcripts = [
        Transcript(
            "Other hosts are refused wherever an address stands, before the first step or when it is known",
            files: [
                "recipes/evil.recipe.md": RecipeFiles.text(
                    "Look harmless",
                    """
                    > rest GET https://evil.example/api
                    > rest GET //evil.example/api
                    > page open HTTPS://evil.example/steal
                    > page preload https://evil.example/steal
                    """),
                "recipes/later.recipe.md": RecipeFiles.text(
                    "Look harmless", params: "where = https://evil.example/api   # where to",
                    "> rest GET {{where}}\n? exit 7"),
            ],
            typed: ["recipe run evil", "recipe run later"],
            #"""
            """#),
        Transcript(
            "Characters that a terminal obeys stay out of every place of a recipe",
            files: [
                "recipes/evil.recipe.md": """
                # Look\u{1B}]0;owned\u{7}

                Prose \u{1B}[31mred\u{202E}.

                ```params
                what   # string: what\u{1B}[2J
                ```

                ```snowdeck
                # note \u{1B}[2J
                > table count incident
                ? .count == \u{1B}[2J4
                \u{1B}[2J
                ```

                """
            ],
            typed: ["recipe run evil", "recipe run evil what=x", "recipe list --format line", "recipe show evil"],
            #"""
            """#),
        Transcript(
            "A form of many holes is decided at once",
            files: [
                "recipes/evil.recipe.md": RecipeFiles.text(
                    "Look harmless",
                    "> table get incident INC0010021 -f short_description\n? .short_description ~ \(holes)\n\(holes)")
            ],
            typed: ["recipe run evil --quiet"],
            #"""
            """#),
        Transcript(
            "Recipes use each other eight deep at most",
            files: Dictionary(
                uniqueKeysWithValues: (0...10).map {
                    ("recipes/r\($0).recipe.md", RecipeFiles.text("R", "use r\($0 + 1).recipe.md"))
                }),
            typed: ["recipe run r0"],
            #"""
            """#),
        Transcript(
            "With --trust programs run and files are written, in the recipe's folder only",
            files: [
                "recipes/pipes.recipe.md": RecipeFiles.text(
                    "Pipe",
                    """
                    > table list incident -n 2 -f number | tr A-Z a-z
                    > table count incident > count.txt
                    > table count incident > ../count.txt
                    """)
            ],
            typed: ["recipe run pipes --trust"],
            #"""
            """#),
        Transcript(
            "Missing parameters are listed with their types, wrong ones together",
            files: [
                "recipes/asks.recipe.md": RecipeFiles.text(
                    "Ask",
                    params: """
                        caller   # reference(sys_user.user_name): who reports it
                        urgency  # choice(incident.urgency): how urgent
                        day      # date: since when
                        many     # int
                        pin      # secret: the caller's pin
                        """, "> table count incident")
            ],
            typed: [
                "recipe run asks", "recipe run asks caller=nobody urgency=9 day=soon many=x", "recipe run asks dya=1",
                "recipe run asks pin=1234",
            ],
            #"""
            """#),
        Transcript(
            "What is answered is asked for again until it is right, three times",
            answers: ["9", "8", "2 - medium", "x", "y", "z"],
            files: [
                "recipes/asks.recipe.md": RecipeFiles.text(
                    "Ask", params: "urgency  # choice(incident.urgency): how urgent\nmany     # int",
                    "> table count incident")
            ],
            typed: ["recipe run asks"],
            #"""
            """#),
        Transcript(
            "A question that is called off runs nothing", answers: ["^C"],
            files: ["recipes/asks.recipe.md": RecipeFiles.text("Ask", params: "what", "> table count incident")],
            typed: ["recipe run asks"],
            #"""
            """#),
        Transcript(
            "A loop over an answer that is no list of records says what to type",
            files: [
                "recipes/loop.recipe.md": RecipeFiles.text(
                    "Loop", "for row in table list incident --all -f number\n> table count incident")
            ],
            typed: ["recipe run loop"],
            #"""
            """#),
    ]

    @Test(arguments: transcripts) func itReadsSo(_ transcript: Transcript) async throws { try await transcript.check() }
}
