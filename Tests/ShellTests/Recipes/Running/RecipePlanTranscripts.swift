import Testing

/// The plan of a recipe.
@Suite struct RecipePlanTranscripts {
    static let transcripts = [
        Transcript(
            "A plan sends what reads and shows what it would change",
            files: ["recipes/raise.recipe.md": SampleRecipes.raise],
            typed: ["recipe run raise --plan", "table count incident"],
            #"""
            > recipe run raise --plan
            > table create incident short_description={{what}} caller_id=abel.tuter => inc = .number
              sent       GET /api/now/ui/meta/incident
              sent       GET /api/now/ui/meta/sys_user
              sent       GET /api/now/table/sys_user?sysparm_query=user_name=abel.tuter&sysparm_fields=sys_id,user_name&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=5&sysparm_no_count=true
              would send POST /api/now/table/incident?sysparm_display_value=all&sysparm_exclude_reference_link=true {"short_description":"Printer on fire","caller_id":"abel.tuter"}
            > task comment {{inc}} "On my way"
              {{inc}} not known before this runs
            > table get incident {{inc}} -f number,short_description
              {{inc}} not known before this runs
            ! 3 steps, 1 would change something, 2 not known before that; nothing was changed.
            > table count incident
            440
            """#),
        Transcript(
            "A plan shows what is read, and does not judge what depends on a change",
            files: [
                "recipes/trial.recipe.md": SampleRecipes.text(
                    "Try", writes: "incident",
                    "> table count incident\n> table create incident short_description=x => inc = .number",
                    "for row in table list incident -q number={{inc}}\n> table get incident {{row.number}}",
                    "cleanup\nif {{inc}} exists\n> table delete incident {{inc}}")
            ],
            typed: ["recipe run trial --plan"],
            #"""
            > recipe run trial --plan
            > table count incident
              sent       GET /api/now/stats/incident?sysparm_count=true
            440
            > table create incident short_description=x => inc = .number
              sent       GET /api/now/ui/meta/incident
              would send POST /api/now/table/incident?sysparm_display_value=all&sysparm_exclude_reference_link=true {"short_description":"x"}
            for row in table list incident -q number={{inc}}
              {{inc}} not known before this runs
            cleanup
            if {{inc}} exists
              {{inc}} not known before this runs
            ! 2 steps, 1 would change something; nothing was changed.
            """#),
    ]

    @Test(arguments: transcripts) func transcriptMatches(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}
