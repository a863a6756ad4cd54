import Testing

/// What a session becomes by `recipe save`, and a recipe by `recipe accept`.
extension Transcripts {
    static let recipeSaving = [
        Transcript(
            "A sitting becomes a recipe, and every line that is left out says why",
            files: ["notes/report.txt": "toner\n"],
            typed: [
                "table list incidents -n 3", "table list incident -n 1 -f number",
                "table create incident short_description='Printer on fire' caller_id=abel.tuter",
                "attach put incident INC0010201 notes/report.txt",
                "table get incident INC0010201 -f number,urgancy",
                "recipe save raise-incident --plan", "recipe save raise-incident",
                "recipe run raise-incident keep=false --quiet", "recipe lint raise-incident",
                "recipe format raise-incident --check",
            ],
            #"""
            """#),
        Transcript(
            "Lines that are not there, a name that is none and a recipe that stands are refused",
            files: ["recipes/there.recipe.md": "# There\n"],
            #"""
            > recipe save early
            > help recipe save
            > table count incident
            > recipe save there
            > recipe save there --replace
            > recipe save helped 1..1
            > recipe save other 3..2
            > recipe save other 1..99
            > recipe save other first..last
            > recipe save ""
            > recipe save
            """#),
        Transcript(
            "A recipe takes what it gives now, place by place", answers: ["n", "what", "y", "q"],
            files: ["recipes/look.recipe.md": accepted],
            typed: ["recipe accept look --live", "recipe accept look --live --all", "recipe accept look --live"],
            #"""
            """#),
        Transcript(
            "A recipe that has no tape, cannot be read or fails is not accepted",
            files: [
                "recipes/look.recipe.md": accepted,
                "recipes/broken.recipe.md": "# Broken\n\n```snowdeck\n> table \"\n```\n",
                "recipes/fails.recipe.md": "# Fails\n\n```snowdeck\n> table get incident INC0000001\n```\n",
            ],
            #"""
            > recipe accept look
            > recipe accept broken
            > recipe accept loook
            > recipe accept fails --live --all
            """#),
    ]

    private static let accepted = """
        # Look at one incident

        ```snowdeck
        > table get incident INC0010021 -f number,state,caller_id => caller = .caller_id
        ? .state == 6
        number     [INC]
        state      New
        caller_id  [..]
        ```

        ```snowdeck
        > table get sys_user {{caller}} -f name,email
        name   Abel
        email  [..]@example.com
        ```

        """
}
