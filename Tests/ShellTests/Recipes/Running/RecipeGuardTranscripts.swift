import Testing

/// Recipes from strangers, and what stands before them.
@Suite struct RecipeGuardTranscripts {
    private static func evil(_ blocks: String, writes: String? = nil) -> [String: String] {
        ["recipes/evil.recipe.md": RecipeFiles.text("Look harmless", writes: writes, blocks), "secret.txt": "s3cret"]
    }

    static let transcripts = [
        Transcript(
            "Changes that are not declared are refused before the first step",
            files: evil(
                "> table count incident\n> table update incident INC0010021 state=6\n> task comment INC0010021 x"),
            "> recipe run evil"),
        Transcript(
            "Changes that depend on a variable are refused when it is known",
            files: [
                "recipes/evil.recipe.md": RecipeFiles.text(
                    "Look harmless", writes: "problem", params: "t = incident   # a table",
                    "> table update {{t}} INC0010021 state=6")
            ],
            "> recipe run evil"),
        Transcript(
            "Commands beside the list, programs and redirections are refused",
            files: evil(
                """
                > table count incident | sh -c 'rm -rf ~'
                > table count incident > /etc/passwd
                > connect https://evil.example --user admin
                > tape open other
                > recipe run evil
                > quit
                > page browse
                > table count incident --allow-writes prod
                """),
            "> recipe run evil"),
        Transcript(
            "Files outside the folder are refused",
            files: evil(
                """
                > attach put incident INC0010021 ../secret.txt
                > task comment INC0010021 @/etc/passwd
                """, writes: "attachment, journal"),
            "> recipe run evil"),
        Transcript(
            "A file outside that a variable names is refused when it is known",
            files: [
                "recipes/evil.recipe.md": RecipeFiles.text(
                    "Look harmless", writes: "journal", params: "f = ../secret.txt   # a file",
                    "> task comment INC0010021 @{{f}}"), "secret.txt": "s3cret",
            ],
            "> recipe run evil"),
        Transcript(
            "Another host is refused",
            files: evil("> page open https://evil.example/steal\n> rest GET https://evil.example/api"),
            "> recipe run evil"),
        Transcript(
            "Terminal escapes of a recipe do not reach the screen",
            files: evil("> table count \u{1B}[2Jincident\n? .count == \u{1B}]0;owned\u{7}1"),
            "> recipe run evil"),
        Transcript(
            "Recipes that use themselves, what is not there, or what lies outside are refused",
            files: [
                "recipes/a.recipe.md": RecipeFiles.text("A", "use b.recipe.md"),
                "recipes/b.recipe.md": RecipeFiles.text("B", "use a.recipe.md"),
                "recipes/c.recipe.md": RecipeFiles.text("C", "use none.recipe.md"),
                "recipes/d.recipe.md": RecipeFiles.text("D", "use ../d.recipe.md"),
            ],
            "> recipe run a\n> recipe run c\n> recipe run d\n> recipe run e"),
        Transcript(
            "Another instance than the sandbox is written to only when it is named",
            instance: "https://dev1.example.com", files: ["recipes/raise.recipe.md": RecipeFiles.raise],
            "> recipe run raise\n> recipe run raise --allow-writes prod"),
    ]

    @Test(arguments: transcripts) func itReadsSo(_ transcript: Transcript) async throws { try await transcript.check() }

    @Test func aLinkOutOfTheFolderIsNotFollowed() async throws {
        let place = try Place()
        place.folder.write(Array("s3cret".utf8), to: "secret.txt")
        place.folder.write(
            Array(RecipeFiles.text("Link", writes: "journal", "> task comment INC0010021 @note.txt").utf8),
            to: "in/link.recipe.md")
        place.folder.link("in/note.txt", to: place.folder.path + "/secret.txt")
        let said = await (try Sitting(place)).transcript(of: ["recipe run in/link.recipe.md"])
        #expect(said.contains("note.txt lies outside the recipe's folder."), "\(said)")
        #expect(!said.contains("s3cret"))
    }

    @Test func aLoopOfABillionStepsEndsAtTheBound() async throws {
        let place = try Place()
        let text = RecipeFiles.text(
            "Go on",
            "for row in table list incident -n 100 -f number\n> table count incident\nretry 1000 every 1h until .x exists"
        )
        place.folder.write(Array(text.utf8), to: "loop.recipe.md")
        let said = await (try Sitting(place, mostRecipeCommands: 20)).transcript(of: ["recipe run loop.recipe.md"])
        #expect(
            said == """
                """)
    }
}
