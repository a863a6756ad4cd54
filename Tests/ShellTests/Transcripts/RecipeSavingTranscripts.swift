import Testing

/// `recipe save` and `recipe accept`.
extension Transcripts {
    static let recipeSaving = [
        Transcript(
            "A sitting becomes a recipe, and every line that is left out says why",
            files: ["notes/report.txt": "toner\n"],
            typed: [
                "table list incidents -n 3", "table list incident -n 1 -f number",
                "table create incident short_description='Printer on fire' caller_id=abel.tuter",
                "attach put incident INC0010201 notes/report.txt",
                "table get incident INC0010201 -f number,urgency",
                "recipe save raise-incident --plan", "recipe save raise-incident",
                "recipe run raise-incident --quiet", "recipe lint raise-incident",
                "recipe format raise-incident --check",
            ],
            #"""
            > table list ‹incidents› -n 3
            ! error: There is no table incidents on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table list incident -n 1 -f number
            number
            INC0010001
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            > table create incident short_description='Printer on fire' caller_id=abel.tuter
            number             INC0010201
            short_description  Printer on fire
            priority           5 - Planning
            state              New
            assigned_to
            caller_id          Abel Tuter
            sys_id             10e38fd54ad1ee50d82a64ba652b0eef
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > attach put incident INC0010201 notes/report.txt
            file_name   size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            report.txt  6           text/plain    2025-03-03 16:00:02  john.doe        7fcc50675db73bc937c84dc1f1150700
            ! Attached report.txt (6 bytes) to incident INC0010201.
            > table get incident INC0010201 -f number,urgency
            number   INC0010201
            urgency  3 - Low
            > recipe save raise-incident --plan
            5 lines
            line  fate      command                                                        why
            1     left out  table list incidents -n 3                                      failed (exit 3)
            2     kept      table list incident -n 1 -f number
            3     kept      table create incident short_description='Printer on fire' ca…
            4     kept      attach put incident INC0010201 notes/report.txt
            5     kept      table get incident INC0010201 -f number,urgency

            recipes/raise-incident.recipe.md
            # Raise incident

            writes: incident, attachment

            ```snowdeck
            > table list incident -n 1 -f number
            > table create incident short_description='Printer on fire' caller_id=abel.tuter => incident = .number
            > attach put incident {{incident}} notes/report.txt
            > table get incident {{incident}} -f number,urgency
            ```
            > recipe save raise-incident
            ! Wrote recipes/raise-incident.recipe.md: 4 lines, 1 left out.
            !   values kept from answers: incident
            !   changes incident and attachment
            ! recipe save raise-incident --plan says why each line was left out.
            ! Copied notes/report.txt to recipes/notes/report.txt: a recipe reads files of its own folder only.
            ! Try it: recipe run raise-incident
            ! Record it for recipe test raise-incident: recipe run raise-incident --record
            > recipe run raise-incident --quiet
            ! 4 steps, 0 expectations held; 1 record created, 1 other change.
            > recipe lint raise-incident
            ! No findings in recipes/raise-incident.recipe.md.
            > recipe format raise-incident --check
            ! recipes/raise-incident.recipe.md is in its usual form.
            """#),
        Transcript(
            "Lines that are not there, a name that is none and a recipe that stands are refused",
            files: ["recipes/there.recipe.md": "# There\n"],
            #"""
            > recipe save early
            ! error: Nothing was recorded yet, so there is nothing to save.
            ! hint 1: tape list
            ! hint 2: help
            ? exit 5
            > help recipe save | head -n 1
            recipe save: Create a recipe from the session.
            > table count incident
            440
            > recipe save ‹there›
            ! error: There is a recipe at recipes/there.recipe.md already.
            ! hint: recipe save there --replace
            ? exit 2
            > recipe save there --replace
            ! Wrote recipes/there.recipe.md: 1 line, 1 left out.
            ! recipe save there --plan says why each line was left out.
            ! Try it: recipe run there
            ! Record it for recipe test there: recipe run there --record
            > recipe save helped 1..1
            ! error: The one line so far is nothing that a recipe could do again.
            ! hint: recipe save helped 1..1 --plan says why of each.
            ? exit 3
            > recipe save other ‹1..99›
            ! error: The tape has the lines 1..2.
            ! hint: recipe save other 1..2 --plan
            ? exit 2
            > recipe save other ‹first..last›
            ! error: Give a range of lines as FIRST..LAST.
            ! hint: 1..2 are all there are.
            ? exit 2
            """#),
        Transcript(
            "A recipe that has no tape, cannot be read or fails is not accepted",
            files: [
                "recipes/look.recipe.md": accepted,
                "recipes/broken.recipe.md": "# Broken\n\n```snowdeck\n> table \"\n```\n",
                "recipes/fails.recipe.md": "# Fails\n\n```snowdeck\n> table get incident INC0000001\n```\n",
                "recipes/refused.recipe.md":
                    "# Refused\n\n```snowdeck\n> table get incident INC0000001\n? exit 4\n```\n",
            ],
            #"""
            > recipe accept look
            ! error: It has no tape.
            ! hint 1: recipe run look --record
            ! hint 2: recipe accept look --live
            ? exit 5
            > recipe accept broken
            ! recipes/broken.recipe.md:4: error: This " is never closed.
            !   > table ‹"›
            ? exit 2
            > recipe accept loook
            ! error: There is no file recipes/loook.recipe.md.
            ! hint: Did you mean look?
            ? exit 2
            > recipe accept fails --live --all
            ! recipes/fails.recipe.md:4: error: No record of incident is called INC0000001, or you may not read it.
            !   table get incident ‹INC0000001›
            ! hint: table list incident
            ! error: The step of line 4 ended with exit 3.
            ! hint: ? exit 3   below the step says that this is expected.
            ! hint: tape show 2   is what was sent and answered, the last of 2.
            ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
            ! recipes/fails.recipe.md:4: the command ended with exit 3; that is not accepted.
            > recipe accept refused --live --all
            ! recipes/refused.recipe.md:5: error: This does not hold.
            !   ? ‹exit 4›
            ! note: expected == 4
            ! note: actual   3
            ! hint: tape show 4   is what was sent and answered, the last of 2.
            ! hint: recipe accept refused --live   takes what comes over into the recipe.
            ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
            ! recipes/refused.recipe.md:5 under > table get incident INC0000001
            ! - ? exit 4
            ! + ? exit 3
            ! Changed recipes/refused.recipe.md in 1 place.
            ! recipe run refused --record records its tape again.
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
