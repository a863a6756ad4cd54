import Chromium
import Glibc
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
        let seen = try await Self.browse { browser in
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
                    "diff old new", 0, 0, ["Severity", "Field", "in old", "in new"], true,
                    ["table count incident"],
                ],
            ])
    }

    /// A request that the tape has no answer to is data on the page: what was asked, the nearest one, what differs in
    /// both, and what helps.
    @Test func missIsShownBesideTheNearestRequest() async throws {
        let workspace = try Workspace()
        try await workspace.record(
            "table list incident -q priority=1 -n 1 -f number\ntable create incident urgency=1 short_description=Fire\n",
            onto: "kept")
        try workspace.edit(
            "kept", "UPDATE command SET line=? WHERE id=1",
            [.text("table list incident -q short_description='\(Self.hostileText)' -n 1 -f number")])
        try workspace.edit("kept", "UPDATE command SET line=replace(line, 'urgency=1', 'urgency=2')", [])
        let replayed = try await workspace.run("replay", "sessions/kept.cassette", "--check", "--report", "html")
        expectEqual(replayed.status, 5)
        try workspace.write(replayed.outputBytes, to: "replay.html")
        let seen = try await Self.browse { browser in
            try await browser.setViewport(width: 1000, isDark: false)
            try await browser.navigate(to: "file://" + workspace.path("replay.html"))
            let shown = try await browser.evaluate(
                """
                (async () => {
                  const texts = (selector, scope) => [...scope.querySelectorAll(selector)].map(element => element.textContent);
                  const [first, second] = document.querySelectorAll('.finding');
                  const waiting = async (test) => { while (!test()) { await new Promise(done => setTimeout(done, 10)); } };
                  const opened = [document.activeElement === first, first.getBoundingClientRect().top < 200];
                  await waiting(() => second.querySelector('.sides'));
                  second.querySelector('.help button').click();
                  return [
                    opened, texts('.miss .asked b', document), texts('.miss > .bad', second),
                    texts('.miss .rows td', first).some(text => text.includes('</script><img src=x onerror=')),
                    texts('.miss .rows tbody tr', second), texts('.miss mark', second), texts('.miss caption a', document),
                    texts('.miss caption code', second),
                    texts('.miss .sides .before, .miss .sides .after', second), texts('.help code', second),
                    texts(':scope > details summary', second), document.title, document.images.length,
                  ];
                })()
                """)
            let unnamed = try await TapeReportPageTests.unnamed(browser)
            // On paper everything is open, and on a telephone nothing is wider than the screen.
            let printed = try await browser.evaluate(
                """
                (dispatchEvent(new Event('beforeprint')), dispatchEvent(new Event('afterprint')),
                 [...document.querySelectorAll('.finding details')].every(folded => folded.open && folded.children.length > 1))
                """)
            try await browser.setViewport(width: 390, isDark: false)
            let width = try await browser.evaluate("document.documentElement.scrollWidth <= 390")
            return [shown, .array(unnamed.map(JSON.string)), printed, width]
        }
        expectEqual(
            seen,
            [
                [
                    [true, true], ["GET", "POST"], ["Nothing is recorded for this request."], true,
                    ["body.urgency12"], ["1", "2"], ["#1.1", "#2.2"],
                    [
                        "POST /api/now/table/incident", "table create incident urgency=2 short_description=Fire",
                    ],
                    ["−   \"urgency\": \"1\",", "+   \"urgency\": \"2\","],
                    ["table create incident urgency=2 short_description=Fire", "tape show %:2.2"],
                    ["Messages"], "snowdeck replay --check", 0,
                ], [], true, true,
            ])
    }

    /// What a server had no answer to is on the page that it prints when it ends.
    @Test func servedMissesAreOnAPage() async throws {
        let workspace = try Workspace()
        try await workspace.record(
            "table count incident\nrest GET /api/now/table/problem?sysparm_limit=2\n", onto: "kept")
        func served(_ format: String, _ targets: [String]) async throws -> ProcessResult {
            let child = try workspace.start(["serve", "replay", "kept", "--report", format])
            guard await child.wrote({ _, errors in errors.contains("Ctrl-C") }) else { return await child.end() }
            let address = child.soFar.errors.prefix { $0 != "\n" }
            for target in targets {
                _ = try await workspace.runOther("curl", "-sS", "-H", "Accept: application/json", address + target)
            }
            child.send(SIGINT)
            return await child.end()
        }
        let answered = "/api/now/stats/incident?sysparm_count=true", missed = "/api/now/table/problem?sysparm_limit=9"
        let good = try await served("tap", [answered])
        expectEqual(good.status, 0, "\(good)")
        expectEqual(good.output, "TAP version 14\n1..1\nok 1 - sessions/kept.cassette port-1 GET \(answered)\n")
        let bad = try await served("html", [answered, missed, missed, "/api/now/%3Cimg%20src=x%3E"])
        expectEqual(bad.status, 5, "\(bad)")
        let secret = try await served("junit", ["/api/now/table/incident?password=hunter22222"])
        #expect(secret.status == 5 && !"\(secret)".contains("hunter22222"), "\(secret)")
        try workspace.write(bad.outputBytes, to: "served.html")
        let seen = try await Self.browse { browser in
            try await browser.navigate(to: "file://" + workspace.path("served.html"))
            return try await browser.evaluate(
                """
                ((texts) => [texts('.summary'), texts('.finding h2 code'), texts('.finding > .err'),
                  texts('.finding:first-child .miss .rows tbody tr'), texts('.finding:first-child .help dd'),
                  document.activeElement === document.querySelector('.finding'), document.images.length])(
                  selector => [...document.querySelectorAll(selector)].map(element => element.textContent))
                """)
        }
        expectEqual(
            seen,
            [
                ["sessions/kept.cassette: 4 requests, 3 without an answer."],
                [.string("GET \(missed)"), "GET /api/now/%3Cimg%20src=x%3E"],
                ["From port-1, 2 times.\n", "From port-1.\n"],
                ["sysparm_limit29"],
                [
                    "at Snowdeck's prompt: tape show %:2.1",
                    "record the request onto the tape, or send one that is on it",
                ], true, 0,
            ])
    }

    /// A recipe that does not end as on its tape: what was expected and what came, of the run and of its steps.
    @Test func recipeTestShowsBothOutputs() async throws {
        let workspace = try Workspace()
        func write(_ urgency: String, _ table: String) throws {
            try workspace.write(
                """
                # Triage

                writes: incident

                ```snowdeck
                > table count \(table)
                > table create incident short_description=Toner urgency=\(urgency) => inc = .number
                ```

                """, to: "recipes/triage.recipe.md")
        }
        try write("1", "incident")
        try await expectEqual(workspace.run("recipe", "run", "triage", "--record").status, 0)
        try write("2", "incident")
        let missed = try await workspace.run("recipe", "test", "--report", "html")
        expectEqual(missed.status, 5, "\(missed)")
        try workspace.write(missed.outputBytes, to: "missed.html")
        try write("1", "incident")
        try workspace.edit("triage", "UPDATE output SET bytes=? WHERE command=2", [.blob(Array("441\n".utf8))])
        let differing = try await workspace.run("recipe", "test", "--report", "html")
        expectEqual(differing.status, 6, "\(differing)")
        try workspace.write(differing.outputBytes, to: "differing.html")
        let seen = try await Self.browse { browser in
            var seen: [JSON] = []
            for name in ["missed", "differing"] {
                try await browser.navigate(to: "file://" + workspace.path("\(name).html"))
                seen.append(
                    try await browser.evaluate(
                        """
                        ((texts) => [texts('.finding h2 code'), texts('.finding h2 a'), texts('.finding > .err'),
                          texts('.miss .asked b'), texts('.miss .help code'),
                          texts('.finding > .sides td.before, .finding > .sides td.after'),
                          texts('.finding > .rows tbody th')])(
                          selector => [...document.querySelectorAll(selector)].map(element => element.textContent))
                        """))
            }
            return seen
        }
        let step = "table create incident short_description=Toner urgency=1 => inc = .number"
        let new = step.replacing("=1", with: "=2")
        expectEqual(
            seen,
            [
                [
                    ["recipe run triage --record"], ["#1"],
                    [
                        .string(
                            "Its steps differ from the tape, which cannot answer.\n- > \(step)\n+ > \(new)   "
                                + "(recipes/triage.recipe.md:7)\n")
                    ],
                    ["POST"], [.string(step), "tape show %:3.2"],
                    [.string("− > \(step)"), .string("+ > \(new)")], ["exit status"],
                ],
                [
                    ["recipe run triage --record", "table count incident"], ["#2"],
                    ["1 command did not end or print as recorded.\n"], [], [], ["− 441", "+ 440"], ["count"],
                ],
            ])
    }

    /// The page of two instances names both, and needs neither a tape nor a network.
    @Test func twoInstancesAreCompared() async throws {
        let workspace = try Workspace()
        let sandboxes = [
            try await ServedProgram(workspace, "sandbox"), try await ServedProgram(workspace, "sandbox"),
        ]
        let password = ["SNOWDECK_PASSWORD": "password"]
        for (name, sandbox) in zip(["dev", "prod"], sandboxes) {
            let added = try await workspace.run(
                "profile", "add", name, sandbox.address, "--user", "john.doe", "--from", "env:SNOWDECK_PASSWORD")
            expectEqual(added.status, 0, "\(added)")
        }
        let changed = try await workspace.run(
            "--instance", "prod", "--allow-writes", "prod", "table", "update", "incident", "INC0010115",
            "short_description=\(Self.hostileText)", variables: password)
        expectEqual(changed.status, 0, "\(changed)")
        let compared = try await workspace.run(
            "diff", "--on", "dev", "--on", "prod", "--html", "diff.html", "table", "list", "incident", "-q",
            "number=INC0010115", "-f", "number,short_description", variables: password)
        expectEqual(compared.status, 1, "\(compared)")
        #expect(compared.errors.hasSuffix("Wrote the page diff.html.\n"), "\(compared)")
        for sandbox in sandboxes { await expectEqual(sandbox.end().status, 0) }
        let seen = try await Self.browse { browser in
            try await browser.navigate(to: "file://" + workspace.path("diff.html"))
            return try await browser.evaluate(
                """
                [document.title, document.images.length, performance.getEntriesByType('resource').length,
                 [...document.querySelectorAll('.rows thead th')].map(cell => cell.textContent),
                 [...document.querySelectorAll('.rows tbody tr > *')].map(cell => cell.textContent),
                 document.querySelector('.finding').className]
                """)
        }
        expectEqual(
            seen,
            [
                "diff dev prod", 0, 0, ["Severity", "Record", "Field", "at dev", "at prod"],
                [
                    "info", "INC0010115", "short_description", "Phone conference in São Paulo has no sound",
                    .string(Self.hostileText),
                ],
                "finding info",
            ])
    }

    private static func browse<Value: Sendable>(
        _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600), work)
    }
}
