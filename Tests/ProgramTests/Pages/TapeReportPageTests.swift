import Chromium
import Database
import ExchangeModel
import Notation
import TapeFormats
import TestSupport
import Testing

@testable import CassetteStore

/// What the page of `tape export --html` does in a browser, opened from its file.
struct TapeReportPageTests {
    /// A value that a script on the page has, once a second one is true.
    private struct Check {
        let name: String
        let script: String
        let expected: JSON

        init(_ name: String, _ script: String, _ expected: JSON) {
            (self.name, self.script, self.expected) = (name, script, expected)
        }
    }

    /// What checks use: waiting, typing, keys and pointers.
    private static let tools = """
        window.until = async (test) => {
          for (let tries = 0; tries < 500; tries += 1) {
            const value = test();
            if (value) { return value; }
            await new Promise((resume) => setTimeout(resume, 10));
          }
          throw new Error('It never happened: ' + test);
        };
        window.all = (selector) => [...document.querySelectorAll(selector)];
        window.one = (selector) => document.querySelector(selector);
        window.texts = (selector) => all(selector).map((element) => element.textContent);
        window.copied = [];
        navigator.clipboard.writeText = async (text) => { copied.push(text); };
        window.press = (key) => (document.activeElement || document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true }));
        window.choose = (id, value) => {
          const control = one('#' + id);
          if (control.type === 'checkbox') { control.checked = value; } else { control.value = value; }
          control.dispatchEvent(new Event(control.type === 'search' ? 'input' : 'change'));
        };
        window.point = (type, request) => {
          const canvas = one('canvas'), place = canvas.getBoundingClientRect();
          const x = place.x + timeline.x(request.start) + 1, y = place.y + topSpace + request.lane * laneHeight + 3;
          canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1 }));
        };
        window.click = (text, scope = document) => [...scope.querySelectorAll('button')]
          .find((button) => button.textContent === text).click();
        true
        """

    private static let lines = [
        "table describe incident", "table count incident", "table get incident INC0010021 -f number,urgency",
        "table update incident INC0010021 urgency=1", "rest GET /api/now/table/nosuch",
        "table create problem short_description=Toner",
    ]

    private static let checks = [
        Check(
            "every command with its answer", "until(() => texts('.answer')[1]).then(() => texts('.prompt code'))",
            .array(lines.map(JSON.string))),
        Check("answers", "[texts('.answer')[1], texts('.exit')]", ["440\n", ["exit 3"]]),
        Check("requests are folded", "[all('.fold').length, all('.request').length]", [6, 0]),
        Check("nothing is loaded", "performance.getEntriesByType('resource').length", 0),
        Check(
            "before and after",
            "texts('.record')[0].includes('updated incident INC0010021') && texts('.record:first-child tr').filter((row) => row.startsWith('Urgency'))",
            ["Urgencyurgency2 - Medium1 - High"]),
        Check(
            "created record",
            "texts('.record')[1].startsWith('created problem PRB') && one('.record:nth-child(2) .after').textContent",
            "Toner"),
        Check(
            "a bar for each request",
            "timeline.order.every((bar) => bar.end > bar.start && bar.lane >= 0) && one('canvas').width > 600", true),
        Check("shades", "timeline.bands.length", 3),
        Check(
            "the timeline names a request",
            "(point('pointermove', itemOf.get('2.1')), one('.tip').textContent.slice(0, 46))",
            "#2.1 GET 200/api/now/stats/incident?sysparm_co"),
        Check(
            "the timeline leads to a request",
            "(point('pointerdown', itemOf.get('2.1')), point('pointerup', itemOf.get('2.1')), [location.hash, document.activeElement.textContent.slice(0, 24)])",
            ["#2.1", "GET /api/now/stats/incid"]),
        Check(
            "zoom",
            "(one('canvas').dispatchEvent(new PointerEvent('pointerleave')), click('+'), timeline.to - timeline.from < timeline.length * 0.6 && (click('−'), timeline.to === timeline.length))",
            true),
        Check(
            "a body as a tree", "until(() => one('.request .node')).then(() => texts('.request .leaf'))",
            [#"stats: { count: "440" }"#]),
        Check(
            "a body as text", "(click('Text'), one('.request .body pre').textContent)",
            #"{"result":{"stats":{"count":"440"}}}"#),
        Check("headers", "texts('.request .headers')[1].includes('application/json')", true),
        Check(
            "copies",
            "(['Copy as curl', 'Copy as Snowdeck line', 'Copy as recipe step'].forEach((name) => click(name, one('.request'))), copied.splice(0).map((text) => text.slice(0, 50)))",
            [
                "curl 'http://sandbox.localhost/api/now/stats/incid",
                "rest GET /api/now/stats/incident?sysparm_count=tru",
                "```snowdeck\n> rest GET /api/now/stats/incident?sys",
            ]),
        Check("copies are said", "until(() => one('#said').textContent)", "Recipe step copied."),
        Check(
            "a line is copied", "(click('Copy', one('[data-key=\"2\"]')), copied.splice(0))", ["table count incident"]),
        Check(
            "a link leads to a request",
            "(location.hash = '#4.2', until(() => document.activeElement.textContent.startsWith('PATCH')).then(() => one('.current').dataset.key))",
            "4.2"),
        Check(
            "search in lines",
            "(choose('search', 'DESCRIBE'), until(() => one('#count').textContent).then(() => texts('.prompt code')))",
            ["table describe incident"]),
        Check(
            "search in bodies",
            "(choose('search', 'Toner'), until(() => hits.size === 2 && texts('.request').length).then(() => [texts('.prompt code'), CSS.highlights.get('found')?.size > 0]))",
            [["table create problem short_description=Toner"], true]),
        Check(
            "search without result", "(choose('search', 'no such thing'), until(() => !one('#nothing').hidden))", true),
        Check("Escape clears", "(press('Escape'), [one('#search').value, texts('.prompt code').length])", ["", 6]),
        Check(
            "failed only", "(choose('filter-failed', true), [texts('.prompt code'), one('#count').textContent])",
            [["rest GET /api/now/table/nosuch"], "1 command and 1 request found"]),
        Check("all again", "(choose('filter-failed', false), texts('.prompt code').length)", 6),
        Check("writes only", "(choose('filter-writes', true), texts('.request b'))", ["PATCH", "POST"]),
        Check(
            "and a table",
            "(choose('filter-table', 'problem'), texts('.prompt code').concat(one('#count').textContent))",
            ["table create problem short_description=Toner", "1 command and 1 request found"]),
        Check(
            "method", "(clearFilters(), choose('filter-method', 'PATCH'), texts('.prompt code'))",
            ["table update incident INC0010021 urgency=1"]),
        Check("status", "(clearFilters(), choose('filter-status', '4xx'), texts('.status'))", ["400"]),
        Check("/ searches", "(clearFilters(), press('/'), document.activeElement.id)", "search"),
        Check(
            "j and k",
            "(document.activeElement.blur(), go('2'), until(() => elementOf(itemOf.get('2.1'))).then(() => (press('j'), press('j'), press('k'), location.hash + ' ' + currentKey)))",
            "#2 2.1"),
        Check(
            "? shows the keys", "(press('?'), [one('#help').open, (click('Close'), one('#help').open)])", [true, false]),
        Check(
            "themes",
            "(theme.click(), [root.dataset.theme, theme.textContent, getComputedStyle(document.body).backgroundColor])",
            ["dark", "Light", "rgb(19, 24, 31)"]),
        Check(
            "play",
            "(click('Play'), [all('.command').length, one('.typing') !== null, (click('Skip'), click('Skip'), all('.command').length), (press('Escape'), all('.command').length)])",
            [1, true, 2, 6]),
        Check(
            "print",
            "(dispatchEvent(new Event('beforeprint')), until(() => all('.details h4').length > 10).then(() => all('.request').length === requests.length))",
            true),
        Check("the title is the tape's", "(dispatchEvent(new Event('afterprint')), document.title)", "kept"),
    ]

    @Test func pageShowsSearchesAndLeads() async throws {
        let workspace = try Workspace()
        let script = (Self.lines + ["tape export --html kept.html", ""]).joined(separator: "\n")
        _ = try await workspace.run("--tape", "kept", "run", "--keep-going", "-", input: script)
        let failed = try await Self.browse { browser in
            try await browser.setViewport(width: 1000, isDark: false)
            try await browser.navigate(to: "file://" + workspace.path("kept.html"))
            _ = try await browser.evaluate(Self.tools)
            var failed: [String] = []
            for check in Self.checks {
                do throws(ChromiumFailure) {
                    let seen = try await browser.evaluate(check.script)
                    if seen != check.expected { failed.append("\(check.name): \(seen.compact)") }
                } catch {
                    failed.append("\(check.name): \(error.message)")
                }
            }
            failed += try await Self.unnamed(browser).map { "without a name: \($0)" }
            try await browser.setViewport(width: 390, isDark: false)
            let width = try await browser.evaluate("document.documentElement.scrollWidth")
            if width != 390 && width != 375 { failed.append("on a telephone: \(width.compact)") }
            return failed
        }
        expectEqual(failed, [])
    }

    /// A page whose parts are beside it, with many requests: only what is near the screen is drawn, parts are loaded for
    /// what is opened, and without JavaScript a sentence says what is missing.
    @Test func largePageLoadsPartsOnDemand() async throws {
        let workspace = try Workspace()
        try await workspace.record("rest GET /api/now/table/incident?sysparm_limit=1\n", onto: "large")
        try workspace.edit(
            "large",
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i+1 FROM n WHERE i<600) INSERT INTO exchange \
            SELECT i, session, command, epoch, purpose, started_at+i*1000, key_hash, key, principal, method, url, headers, body \
            FROM exchange, n WHERE id=1
            """)
        try workspace.edit(
            "large",
            """
            INSERT INTO outcome SELECT e.id, o.failure, o.status, o.reason, o.headers, o.body, o.http_version, \
            o.content_coding, o.resolved, o.connected, o.secured, o.first_byte, o.total \
            FROM exchange e, outcome o WHERE o.exchange=1 AND e.id>1
            """)
        var options = ReportOptions(title: "large", version: "1", secrets: SecretBook())
        (options.folder, options.inlineLimit, options.partSize) = ("large page.parts", 10_000, 100_000)
        options.writePart = { name, bytes in try workspace.write(bytes, to: "large page.parts/" + name) }
        var report = TapeReport(of: try Cassette.playing(at: workspace.tape("large")), options)
        var page: [UInt8] = []
        while let piece = try report.next() { page += piece }
        try workspace.write(page, to: "large page.html")
        #expect(report.partCount > 10)
        let seen = try await Self.browse { browser in
            try await browser.navigate(to: "file://" + workspace.path("large page.html"))
            _ = try await browser.evaluate(Self.tools)
            let few = try await browser.evaluate(
                "(go('1.300'), until(() => one('.details .node')).then(() => [all('.request').length < 400, parts.size <= 3, all('.details').length]))"
            )
            let found = try await browser.evaluate("search('INC0').then(() => [hits.size, parts.size <= maxParts])")
            _ = try await browser.call("Emulation.setScriptExecutionDisabled", ["value": true])
            try await browser.navigate(to: "file://" + workspace.path("large page.html"))
            let tree = try await browser.call("Accessibility.getFullAXTree", [:])
            let says = tree.compact.contains("this page needs JavaScript")
            return [few, found, .bool(says)]
        }
        expectEqual(seen, [[true, true, 1], [601, true], true])
    }

    /// What an instance or a colleague wrote is text on the page: no element of it is made, nothing runs or is loaded.
    @Test func hostileTapeIsText() async throws {
        let workspace = try Workspace()
        let hostile = [
            "</code></pre></script><script>document.title='owned'</script>",
            "<img src=x onerror=\"document.title='owned'\">",
            "<iframe src=\"data:text/html,<script>top.document.title='owned'</script>\"></iframe>",
            "javascript:document.title='owned'",
            "<!--<script>", "]]>", "\u{2028}\u{2029}\u{FEFF}", "<style>*{display:none}</style>",
            "${document.title='owned'}", "__proto__",
        ].joined(separator: " ")
        try await workspace.record("table count incident\ntable count incident\n", onto: "stranger")
        try workspace.edit("stranger", "UPDATE command SET line=?", [.text(hostile)])
        try workspace.edit("stranger", "UPDATE session SET user=?, version=?", [.text(hostile), .text(hostile)])
        try workspace.edit("stranger", "UPDATE output SET bytes=?", [.blob(Array(hostile.utf8))])
        try workspace.edit(
            "stranger", "UPDATE exchange SET method=?, url=url||?",
            [.text("<b>"), .text("&x=" + PercentCoding.encode(hostile))])
        let body =
            #"{"__proto__":{"toString":"\ud800"},"constructor":"\u003c/script>","\u202e":"\u0007"# + #"","a":"#
            + JSON.string(hostile).compact + "}"
        try workspace.edit("stranger", "UPDATE body SET bytes=?", [.blob(Array(body.utf8))])
        try workspace.edit(
            "stranger", "UPDATE outcome SET reason=?, headers=?",
            [.text(hostile), .blob(HeaderBlob.encode(["X-Evil": "<script>document.title='owned'</script>"]))])
        let run = try await workspace.run("tape", "export", "stranger", "--html", "<b>.html")
        expectEqual(run.status, 0, "\(run)")
        let seen = try await Self.browse { browser in
            try await browser.navigate(to: "file://" + workspace.path("%3Cb%3E.html"))
            _ = try await browser.evaluate(Self.tools)
            let shown = try await browser.evaluate(
                "(go('1.1'), until(() => one('.details .node')).then(() => texts('.leaf').length))")
            _ = try await browser.evaluate(
                "(click('Dark'), search('script').then(() => press('Escape')), dispatchEvent(new Event('beforeprint')))"
            )
            let state = try await browser.evaluate(
                """
                [document.title, document.images.length, all('iframe, object, embed, link, base, style').length, document.scripts.length,
                 performance.getEntriesByType('resource').length, document.body.textContent.includes("<img src=x onerror="), all('b b').length,
                 ({}).polluted === undefined, /[\\u202a-\\u202e]/.test(document.body.textContent)]
                """)
            return [shown, state]
        }
        #expect(seen[0] != 0)
        // The style sheet is the only element of its kind; the script is the only one left.
        expectEqual(seen[1], ["stranger", 0, 1, 1, 0, true, 0, true, false])
    }

    private static func browse<Value: Sendable>(
        _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600), work)
    }

    /// The controls that have no name for a screen reader.
    static func unnamed(_ browser: ChromiumSession) async throws -> [String] {
        let controls: Set<String> = [
            "button", "link", "searchbox", "textbox", "combobox", "checkbox", "image", "region", "dialog", "navigation",
        ]
        let nodes = try await browser.call("Accessibility.getFullAXTree", [:])["nodes"]?.elements ?? []
        #expect(nodes.count > 100)
        return nodes.compactMap { node in
            guard node["ignored"] != true, let role = node["role"]?["value"]?.scalarText, controls.contains(role),
                (node["name"]?["value"]?.scalarText ?? "").isEmpty
            else { return nil }
            return role
        }
    }
}
