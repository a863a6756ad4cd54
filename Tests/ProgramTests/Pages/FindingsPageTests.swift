import Chromium
import Database
import Notation
import TestSupport
import Testing

/// The pages of a failed replay and of a comparison, opened from their files.
struct FindingsPageTests {
    private static let hostileText = "</script><img src=x onerror=\"document.title='owned'\">"

    @Test func pagesShowBothSidesWithoutANetworkAndHostileTextAsText() async throws {
        let workspace = try Workspace()
        let listing =
            "table list incident -q number=INC0010020 -f number,short_description\ntable count incident\n"
        for (tape, line) in [
            ("old", "table count problem"),
            ("new", "table update incident INC0010020 short_description='\(Self.hostileText)'"),
        ] {
            let run = try await workspace.run(
                "--tape", tape, "--sandbox", "kept.sqlite", "run", "-", input: line + "\n" + listing)
            expectEqual(run.status, 0, "\(run)")
        }
        // A tape whose answer is not the one that its output shows.
        try workspace.edit("old", "UPDATE output SET bytes=? WHERE command=3", [.blob(Array("441\n".utf8))])
        let replayed = try await workspace.run("replay", "sessions/old.cassette", "--check", "--report", "html")
        expectEqual(replayed.status, 5)
        try workspace.write(replayed.outputBytes, to: "replay.html")
        let compared = try await workspace.run("diff", "old", "new", "--html", "diff.html")
        expectEqual(compared.status, 1)
        expectEqual(compared.errors, "Wrote the page diff.html.\n")
        let again = try await workspace.run("diff", "old", "new", "--html", "diff.html")
        expectEqual(again.firstError, "error: diff.html already exists and is not replaced.")
        expectEqual(try await workspace.run("diff", "old", "new", "--html", "diff.html", "--force").status, 1)
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: "file://" + workspace.path("replay.html"))
            let replay = try await browser.evaluate(
                """
                (async () => [document.querySelector('.summary').textContent,
                 [...document.querySelectorAll('.finding h2 code')].map(code => code.textContent),
                 [...document.querySelectorAll('.sides td.before, .sides td.after')].map(cell => cell.textContent),
                 (await new Promise((done) => {
                   addEventListener('hashchange', done, { once: true });
                   document.querySelector('.finding a').click();
                 }), document.querySelector('.command.current code').textContent),
                 performance.getEntriesByType('resource').length])()
                """)
            try await browser.navigate(to: "file://" + workspace.path("diff.html"))
            let diff = try await browser.evaluate(
                """
                [document.title, document.images.length, performance.getEntriesByType('resource').length,
                 [...document.querySelector('thead').querySelectorAll('th')].map(cell => cell.textContent),
                 [...document.querySelectorAll('.rows tr')].some(row => row.textContent.includes(\(JSON.string(Self.hostileText).compact))),
                 [...document.querySelectorAll('.findings details li')].map(item => item.textContent)]
                """)
            return [replay, diff]
        }
        expectEqual(
            seen,
            [
                [
                    "sessions/old.cassette: 3 commands, 1 not as recorded.", ["table count incident"],
                    ["− 441", "+ 440"], "table count incident", 0,
                ],
                [
                    "diff old new", 0, 0, ["", "Record", "Field", "in old", "in new"], true,
                    ["table count incident"],
                ],
            ])
    }
}
