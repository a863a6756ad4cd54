import Chromium
import Notation
import TestSupport
import Testing

/// The page that `tape export --html` writes, opened from its file.
struct TapeReportPageTests {
    private static let play = """
        (async () => {
          const count = document.getElementsByClassName('command').length;
          document.getElementById('play').click();
          const first = getComputedStyle(document.querySelectorAll('.command')[1]).display;
          const skip = document.getElementById('skip');
          while (!skip.hidden) { skip.click(); }
          return [count, first, document.querySelectorAll('.shown').length,
            [...document.querySelectorAll('code')].map(code => code.textContent)];
        })()
        """

    /// What an instance or a colleague wrote into a record is text on the page: no element of it is made and nothing runs.
    private static let hostile =
        "</code></pre><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"

    @Test func pageIsStyledPlaysWithoutNetworkAndShowsHostileTextAsText() async throws {
        let workspace = try Workspace()
        let lines = ["table count incident", "table list incident -n 1 -f number,short_description"]
        let creating = "table create incident short_description='\(Self.hostile.replacing("'", with: #"'"'"'"#))'"
        for (tape, lines) in [("kept", lines), ("hostile", [creating + " -f short_description"])] {
            let script = (lines + ["tape export --html \(tape).html", ""]).joined(separator: "\n")
            let run = try await workspace.run("--tape", tape, "run", "-", input: script)
            expectEqual(run.status, 0, "\(run)")
        }
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.setViewport(width: 800, isDark: true)
            try await browser.navigate(to: "file://" + workspace.path("kept.html"))
            let look = try await browser.evaluate(
                """
                [document.title, getComputedStyle(document.body).backgroundColor,
                 performance.getEntriesByType('resource').length, document.querySelectorAll('pre.out').length]
                """)
            let dark = try await browser.evaluate(
                "(theme.click(), getComputedStyle(document.body).backgroundColor)")
            let played = try await browser.evaluate(Self.play)
            try await browser.navigate(to: "file://" + workspace.path("hostile.html"))
            let text = try await browser.evaluate(
                """
                [document.title, document.images.length, document.scripts.length,
                 document.querySelector('.answer').textContent.includes(\(JSON.string(Self.hostile).compact))]
                """)
            return [look, dark, played, text]
        }
        expectEqual(
            seen,
            [
                ["kept", "rgb(19, 24, 31)", 0, 2], "rgb(244, 246, 249)",
                [2, "none", 0, .array(lines.map(JSON.string))], ["hostile", 0, 1, true],
            ])
    }
}
