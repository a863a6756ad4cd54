import CassetteStore
import Foundation
import ExchangeModel
import Testing

@testable import Shell

/// A recipe's own tape: started over, extended, left alone.
@Suite struct RecipeTapeTests {
    private static let audit = RecipeFiles.text(
        "Audit", params: "t = incident   # a table", "> table count {{t}} => n = .count\n? http 200\n? .count > 0")
    private static let longer = RecipeFiles.text(
        "Audit", params: "t = incident   # a table", "> table count {{t}} => n = .count\n? http 200\n? .count > 0",
        "> table count problem\n? .count > 0")

    @Test func aRunThatNeverBeginsLeavesTheTapeAsItWas() async throws {
        let place = try Place()
        place.folder.write(
            Array(RecipeFiles.text("Ask", params: "what", "> table count incident").utf8), to: "recipes/ask.recipe.md")
        let sitting = try Sitting(place)
        let said = await sitting.transcript(of: [
            "recipe run ask --record --quiet", "recipe run ask what=x --record --quiet", "recipe run ask --record",
            "recipe test ask",
        ])
        #expect(
            said == """
                > recipe run ask --record --quiet
                ! error: ask is not given what, and there is nobody to ask.
                ! note: what  string
                ! hint: recipe run ask what=…
                ? exit 2
                > recipe run ask what=x --record --quiet
                ! 1 step, 0 expectations held; nothing was changed.
                > recipe run ask --record
                ! error: ask is not given what, and there is nobody to ask.
                ! note: what  string
                ! hint: recipe run ask what=…
                ! [DIR]/sessions/ask.cassette is as it was.
                ? exit 2
                > recipe test ask
                TAP version 14
                1..1
                ok 1 - ask recipe run ask what=x --record --quiet

                """)
        #expect(place.folder.files(ending: ".former").isEmpty)
    }

    @Test func anExtendedTapeAnswersWhatItHasAndStandsForTheRunBefore() async throws {
        let place = try Place()
        place.folder.write(Array(Self.audit.utf8), to: "recipes/audit.recipe.md")
        let sitting = try Sitting(place)
        let recorded = await sitting.transcript(of: ["recipe run audit --record --quiet"])
        place.folder.write(Array(Self.longer.utf8), to: "recipes/audit.recipe.md")
        let tested = await sitting.transcript(of: [
            "recipe test audit", "recipe run audit --extend", "recipe test audit", "tape status",
        ])
        #expect(
            recorded + tested == """
                """)
        // Asked from a place without an instance, so all that the tape has comes from it.
        try await sitting.session.close()
        let elsewhere = try Place(place.folder, instance: ScriptedTransport([]))
        let again = await (try Sitting(elsewhere)).transcript(of: ["recipe run audit --extend --quiet"])
        #expect(again == "> recipe run audit --extend --quiet\n! 2 steps, 5 expectations held; nothing was changed.\n")
        let replay = try await place.check(place.cassettePath("audit"))
        #expect(replay.status == 0, "\(replay.said)")
    }
}
