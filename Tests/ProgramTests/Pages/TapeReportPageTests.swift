import Chromium
import Notation
import Testing

/// The page that `tape export --html` writes, opened from its file.
@Suite struct TapeReportPageTests {
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

    @Test func pageIsStyledAndPlaysWithoutNetwork() async throws {
        let workspace = try Workspace()
        let lines = ["table count incident", "table list incident -n 1 -f number,short_description"]
        let run = try await workspace.run(
            "--tape", "kept", "run", "-",
            input: lines.joined(separator: "\n") + "\ntape export --html page.html\n")
        #expect(run.status == 0, "\(run)")
        let address = "file://" + workspace.path("page.html")
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.setViewport(width: 800, isDark: true)
            try await browser.navigate(to: address)
            let look = try await browser.evaluate(
                """
                [document.title, getComputedStyle(document.body).backgroundColor,
                 performance.getEntriesByType('resource').length, document.querySelectorAll('pre.out').length]
                """)
            let dark = try await browser.evaluate(
                "(theme.click(), getComputedStyle(document.body).backgroundColor)")
            return [look, dark, try await browser.evaluate(Self.play)]
        }
        #expect(
            seen == [
                ["kept", "rgb(19, 24, 31)", 0, 2], "rgb(244, 246, 249)",
                [2, "none", 0, .array(lines.map(JSON.string))],
            ])
    }

    /// What an instance or a colleague wrote into a record is text on the page: no element of it is made and nothing runs.
    @Test func hostileTextStaysText() async throws {
        let hostile =
            "</code></pre><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
        let workspace = try Workspace()
        let run = try await workspace.run(
            "--tape", "kept", "run", "-",
            input: """
                table create incident short_description='\(hostile.replacing("'", with: #"'"'"'"#))' -f short_description
                tape export --html page.html

                """)
        #expect(run.status == 0, "\(run)")
        let address = "file://" + workspace.path("page.html")
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: address)
            return try await browser.evaluate(
                """
                [document.title, document.images.length, document.scripts.length,
                 document.querySelector('.answer').textContent.includes(\(JSON.string(hostile).compact))]
                """)
        }
        #expect(seen == ["kept", 0, 1, true])
    }
}
