import Testing

/// Untrusted recipes, and parameters that are prompted for.
@Suite struct UntrustedRecipeTranscripts {
    static let transcripts = [
        Transcript(
            "Other hosts are refused wherever an address stands, before the first step or when it is known",
            files: [
                "recipes/evil.recipe.md": SampleRecipes.text(
                    "Look harmless",
                    """
                    > rest GET https://evil.example/api
                    > rest GET //evil.example/api
                    > page open HTTPS://evil.example/steal
                    > page preload https://evil.example/steal
                    """),
                "recipes/later.recipe.md": SampleRecipes.text(
                    "Look harmless", params: "where = https://evil.example/api   # where to",
                    "> rest GET {{where}}\n? exit 7"),
            ],
            typed: ["recipe run evil", "recipe run later"],
            #"""
            > recipe run evil
            ! recipes/evil.recipe.md:4: error: A recipe may contact only http://sandbox.localhost, not https://evil.example.
            !   rest GET ‹https://evil.example/api›
            ! recipes/evil.recipe.md:5: error: A recipe may contact only http://sandbox.localhost, not http://evil.example.
            !   rest GET ‹//evil.example/api›
            ! recipes/evil.recipe.md:6: error: A recipe may contact only http://sandbox.localhost, not https://evil.example.
            !   page open ‹HTTPS://evil.example/steal›
            ! recipes/evil.recipe.md:7: error: A recipe may contact only http://sandbox.localhost, not https://evil.example.
            !   page preload ‹https://evil.example/steal›
            ? exit 7
            > recipe run later
            > rest GET ‹{{where}}›
            ! recipes/later.recipe.md:8: error: A recipe may contact only http://sandbox.localhost, not https://evil.example.
            ! 0 steps, 0 expectations held; nothing was changed.
            ? exit 7
            """#),
        Transcript(
            "Control characters are removed from every part of a recipe",
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
            > recipe run evil
            ! error: evil needs what, and there is no terminal to ask on.
            ! note: what  string: what
            ! hint: recipe run evil what=…
            ? exit 2
            > recipe run evil what=x
            > ‹table count incident›
            440
            ! recipes/evil.recipe.md:12: error: This does not hold.
            !   ? .count == �[2J4
            !     ^^^^^^^^^^^^^^^
            ! note: expected == 4
            ! note: actual   440
            ! recipes/evil.recipe.md:11: error: The output is not as expected.
            ! note: - expected, + came
            !   - 
            !   + 440
            ! hint: tape show 1   is what was sent and answered.
            ! hint: recipe accept evil --live   takes what comes over into the recipe.
            ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
            ? exit 6
            > recipe list --format line
            name:       evil
            goal:       Look
            parameters: what
            writes:     nothing
            tape:       no tape
            last:
            > recipe show evil
            # Look

            Prose red.

            ```params
            what   # string: what
            ```

            ```snowdeck
            # note 
            > table count incident
            ? .count == 4

            ```
            """#),
        Transcript(
            "Recipes use each other eight deep at most",
            files: Dictionary(
                uniqueKeysWithValues: (0...10).map {
                    ("recipes/r\($0).recipe.md", SampleRecipes.text("R", "use r\($0 + 1).recipe.md"))
                }),
            typed: ["recipe run r0"],
            #"""
            > recipe run r0
            ! recipes/r8.recipe.md:4: error: Recipes use each other 8 deep at most.
            !   ‹use r9.recipe.md›
            ? exit 2
            """#),
        Transcript(
            "Missing parameters are listed with their types, wrong ones together",
            files: [
                "recipes/asks.recipe.md": SampleRecipes.text(
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
            > recipe run asks
            ! error: asks needs caller, urgency, day, many and pin, and there is no terminal to ask on.
            ! note: caller   reference(sys_user.user_name): who reports it
            ! note: urgency  choice(incident.urgency): how urgent
            ! note: day      date: since when
            ! note: many     int
            ! note: pin      secret: the caller's pin
            ! hint: recipe run asks caller=… urgency=… day=… many=…
            ! hint: SNOWDECK_PARAM_PIN in the environment gives the secret pin.
            ? exit 2
            > recipe run asks caller=nobody urgency=9 day=soon many=x
            ! error: caller finds no record: no sys_user has the user_name nobody.
            ! note: It is in recipes/asks.recipe.md:4.
            ! hint: table list sys_user -q user_nameLIKEnob -f user_name
            ! error: urgency takes a choice of incident.urgency, not 9.
            ! note: It is in recipes/asks.recipe.md:5.
            ! hint: There are 1 (1 - High), 2 (2 - Medium) and 3 (3 - Low).
            ! error: day takes a date, not soon.
            ! note: It is in recipes/asks.recipe.md:6.
            ! hint: 2025-03-03
            ! hint: "2025-03-03 08:00:00"
            ! error: many takes a whole number, not x.
            ! note: It is in recipes/asks.recipe.md:7.
            ? exit 2
            > recipe run asks dya=1
            ! error: asks has no parameter dya.
            ! hint: Did you mean day?
            ? exit 2
            > recipe run asks pin=1234
            ! error: pin is a secret, and a line is kept in the history.
            ! hint: Without it you are asked; SNOWDECK_PARAM_PIN in the environment gives it to scripts.
            ? exit 2
            """#),
        Transcript(
            "What is answered is asked for again until it is right, three times",
            answers: ["9", "8", "2 - medium", "x", "y", "z"],
            files: [
                "recipes/asks.recipe.md": SampleRecipes.text(
                    "Ask", params: "urgency  # choice(incident.urgency): how urgent\nmany     # int",
                    "> table count incident")
            ],
            typed: ["recipe run asks"],
            #"""
            > recipe run asks
            ! asks needs 2 parameters:
            !   urgency  choice(incident.urgency): how urgent
            !   many     int
            ! urgency: 9
            ! urgency takes a choice of incident.urgency, not 9.
            ! hint: There are 1 (1 - High), 2 (2 - Medium) and 3 (3 - Low).
            ! urgency: 8
            ! urgency takes a choice of incident.urgency, not 8.
            ! hint: There are 1 (1 - High), 2 (2 - Medium) and 3 (3 - Low).
            ! urgency: 2 - medium
            ! many: x
            ! many takes a whole number, not x.
            ! many: y
            ! many takes a whole number, not y.
            ! many: z
            ! error: many takes a whole number, not z.
            ! note: It is in recipes/asks.recipe.md:5.
            ? exit 2
            """#),
        Transcript(
            "A question that is called off runs nothing", answers: ["^C"],
            files: ["recipes/asks.recipe.md": SampleRecipes.text("Ask", params: "what", "> table count incident")],
            typed: ["recipe run asks"],
            #"""
            > recipe run asks
            ! asks needs a parameter:
            !   what  string
            ! what: ^C
            ! Interrupted.
            ? exit 130
            """#),
        Transcript(
            "A loop over an answer that is no list of records says what to type",
            files: [
                "recipes/loop.recipe.md": SampleRecipes.text(
                    "Loop", "for row in table list incident --all -f number\n> table count incident")
            ],
            typed: ["recipe run loop"],
            #"""
            > recipe run loop
            ! recipes/loop.recipe.md:4: error: table list incident --all -f number gives no records to go through.
            !   ‹table list incident --all -f number›
            ! hint: -n NUMBER in place of --all, which keeps no rows.
            ! 0 steps, 0 expectations held; nothing was changed.
            ? exit 2
            """#),
    ]

    @Test(arguments: transcripts) func transcriptMatches(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}
