import Shell
import Testing

/// What goes with `replay --play` and `--cast`, and what does not.
@Suite struct PlayArgumentTests {
    /// What is said of a command line, without its hint.
    private func complaint(_ text: String) -> String {
        do {
            _ = try ProgramArguments(text.split(separator: " ").map(String.init))
            return "no complaint"
        } catch {
            return ProblemText.lines(error).split(separator: "\n").prefix(3).joined(separator: "\n")
        }
    }

    @Test func theWaysOfAReplayExcludeEachOther() {
        #expect(
            complaint("replay demo --check --play") == """
                error: --check and --play exclude each other.
                  replay demo --check --play
                                      ^^^^^^
                """)
        #expect(
            complaint("replay demo --cast demo.cast --play") == """
                error: --play and --cast exclude each other.
                  replay demo --cast demo.cast --play
                                     ^^^^^^^^^
                """)
    }

    @Test func whatBelongsToAPerformanceGoesWithOne() {
        #expect(
            complaint("replay demo --step") == """
                error: --step goes with --play.
                  replay demo --step
                              ^^^^^^
                """)
        #expect(
            complaint("replay demo --speed 2") == """
                error: --speed goes with --play or --cast.
                  replay demo --speed 2
                                      ^
                """)
        #expect(
            complaint("replay demo --cast - --pace quick") == """
                error: This must be human or recorded.
                  replay demo --cast - --pace quick
                                              ^^^^^
                """)
        #expect(complaint("replay demo --cast - --speed 2 --pace recorded") == "no complaint")
        #expect(complaint("replay demo --play --step --speed 0.5") == "no complaint")
    }
}
