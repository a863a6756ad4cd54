import GraphQLCommands
import LineEditing
import Recipes
import Replaying
import TestSupport
import Testing
import Workbench

/// Keys during a playback. Times are milliseconds of a simulated clock.
struct PlaybackControllerTests {
    private let help = "deck>   (space pauses, arrows go on and back, + and - set the speed, q ends)‸"
    private let all = "deck> one\n1\ndeck> two\n2\n2\ndeck> three\n3\ndeck>\n‸"

    @Test func playsToEndWithoutKeys() async {
        let played = await PlaybackTape.counting.played()
        expectEqual(played.ending, .done)
        expectEqual(played.screen, all)
        // 1.5 before the first command, three times typing and output, 1.18 + 1.46 + 1.18 to read.
        #expect(5000...9000 ~= played.took, "\(played.took)")
    }

    @Test func speedDividesAllPauses() async {
        let once = await PlaybackTape.counting.played().took
        let fast = await PlaybackTape.counting.played(speed: 10).took
        #expect(abs(once - fast * 10) < 20, "\(once) and \(fast)")
        let slower = await PlaybackTape.counting.played([(0, .down), (0, .character("-"))]).took
        #expect(abs(once * 2 - slower) < 20, "\(once) and \(slower)")
    }

    @Test func recordedPaceIsCapped() async {
        let played = await PlaybackTape.counting.played(pace: .recorded)
        expectEqual(played.screen, all)
        // Three seconds to the second command, ten out of sixty to the third.
        #expect(15_500...17_500 ~= played.took, "\(played.took)")
    }

    @Test func spacePausesAndResumes() async {
        let played = await PlaybackTape.counting.played([
            (1000, .character(" ")), (90_000, .character("x")), (100_000, .character(" ")), (100_400, .character("q")),
        ])
        expectEqual(played.ending, .quit)
        let paused = "deck>   (paused: space resumes, right arrow shows the next command)‸"
        expectEqual(played.seen, [help, paused, paused, "deck> ‸"])
        expectEqual(played.screen, "deck>\n‸")
        expectEqual(played.took, 100_400)
    }

    @Test func rightArrowSkipsPauseThenTypingAndOutput() async {
        let played = await PlaybackTape.counting.played([
            (10, .right), (30, .right), (40, .right), (60, .right), (70, .right), (90, .right), (100, .right),
        ])
        expectEqual(played.ending, .done)
        expectEqual(
            played.seen,
            [
                help, "deck> ‸", "deck> one\n1\ndeck> ‸", "deck> one\n1\ndeck> ‸",
                "deck> one\n1\ndeck> two\n2\n2\ndeck> ‸", "deck> one\n1\ndeck> two\n2\n2\ndeck> ‸",
                "deck> one\n1\ndeck> two\n2\n2\ndeck> three\n3\ndeck> ‸",
            ])
        expectEqual(played.screen, all)
        expectEqual(played.took, 100)
    }

    @Test func rightArrowWhilePausedShowsCompleteCommands() async {
        let played = await PlaybackTape.counting.played([
            (10, .character(" ")), (500, .right), (900, .right), (1000, .interrupted),
        ])
        expectEqual(played.ending, .interrupted)
        let paused = "  (paused: space resumes, right arrow shows the next command)‸"
        expectEqual(
            played.seen,
            [
                help, "deck>" + paused, "deck> one\n1\ndeck>" + paused,
                "deck> one\n1\ndeck> two\n2\n2\ndeck>" + paused,
            ].map { $0.replacing("deck>  (", with: "deck>   (") })
    }

    @Test func leftArrowReturnsToStartOfCommand() async {
        let played = await PlaybackTape.counting.played([
            (10, .right), (11, .right), (12, .right), (13, .right),
            // The second was shown: back to it, to the first, and no further.
            (1000, .left), (1100, .left), (1200, .left), (1300, .character("q")),
        ])
        expectEqual(
            played.seen.suffix(4),
            [
                "deck> one\n1\ndeck> two\n2\n2\ndeck> ‸", "deck> one\n1\ndeck> ‸", help, help,
            ])
    }

    @Test func leftArrowWhileTypingRestartsCommand() async {
        let played = await PlaybackTape.counting.played([(10, .right), (200, .left), (1900, .character("q"))])
        expectEqual(played.seen.count, 3)
        #expect(played.seen[1].hasPrefix("deck> o"), "\(played.seen)")
        #expect(played.seen[2].hasPrefix("deck> one"), "\(played.seen)")
        let wholly = await PlaybackTape.counting.played([(10, .right), (200, .left)])
        expectEqual(wholly.screen, all)
    }

    @Test func stepByStepEachCommandWaitsForAKey() async {
        let played = await PlaybackTape.counting.played(
            [(50_000, .character("\r")), (90_000, .right), (95_000, .left), (99_000, .character(" "))], steps: true)
        // No key is pressed for the third.
        expectEqual(played.ending, .ended(signal: nil))
        expectEqual(
            played.seen,
            [
                "deck>   (any key: next, left arrow: back, + and -: speed, q: quit)‸",
                "deck> one\n1\ndeck> ‸", "deck> one\n1\ndeck> two\n2\n2\ndeck> ‸", "deck> one\n1\ndeck> ‸",
            ])
        expectEqual(played.screen, "deck> one\n1\ndeck> two\n2\n2\ndeck>\n‸")
    }

    @Test func overwrittenScreenIsRedrawn() async {
        let played = await PlaybackTape.counting.played(
            [(10, .right), (20, .right), (30, .continued), (31, .resized), (40, .character("q"))], rows: 2)
        // Only its end fits into two rows.
        expectEqual(played.seen.last, "1\ndeck> ‸")
    }

    @Test func statusLineDisappearsAndIsTruncated() async {
        var tape = PlaybackTape.counting
        let narrow = await tape.played([(10, .character("+")), (600, .character("q"))], columns: 40)
        expectEqual(narrow.seen, ["deck>   (space pauses, q ends)‸", "deck>   (speed 1.5)‸"])
        tape.commands[0].prompt = Prompt("a deck with a long name> ")
        let full = await tape.played([(10, .character(" ")), (600, .character("q"))], columns: 24)
        expectEqual(full.seen, ["a deck with a long name>\n ‸", "a deck with a long name>\n   (paused)‸"])
    }
}
