import ExchangeModel

/// Frames around pages, and pages that instances build in the browser.
enum FramePage {
    /// The path of the newer frame, followed by the framed page's URL, escaped into one segment.
    static let target = "/now/nav/ui/classic/params/target/"

    /// The classic frame (`/nav_to.do?uri=…`, `/navpage.do`) and its successor. The address is unescaped.
    static func frame(_ address: String, _ visit: RecordVisit, form: String = "nav_to") -> Answer {
        guard let address = RecordAddress.local(address), !address.hasPrefix("/nav_to.do"),
            !address.hasPrefix("/navpage.do"), !address.hasPrefix("/now/")
        else { return visit.alert("Page not found", "The address names no page of this instance.", form: form) }
        let escaped = HTML.escaped(address)
        return visit.page(
            "Navigation", form: form,
            """
            <p><a href="\(escaped)">Open the page without its frame</a></p>
            <iframe id="gsft_main" name="gsft_main" title="Main content" src="\(escaped)"></iframe>
            """)
    }

    /// `/$….do`, dashboards and studios: the sandbox lacks the scripts that build them.
    static func dashboard(_ visit: RecordVisit) -> Answer {
        visit.page(
            "Dashboard", form: String(visit.page.path.dropFirst().dropLast(3)),
            """
            <div id="dashboard_root"></div>
            <noscript><p>This page is built by scripts.</p></noscript>
            <p>An instance builds this page by scripts. A sandbox has none for it.</p>
            """)
    }

    /// `/now/…`: an empty shell, like an instance's before its scripts have run.
    static func workspace(_ visit: RecordVisit) -> Answer {
        .html(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Workspace</title>
            <script>
            \(visit.viewer.script)
            </script>
            \(PageAssets.scripts(build: visit.viewer.build))
            </head>
            <body>
            <div id="sn-canvas-root"></div>
            </body>
            </html>

            """)
    }

    /// `/stats.do`: information about the instance.
    static func statistics(_ visit: RecordVisit) throws -> Answer {
        let facts = [
            ("Instance name", visit.page.request.url.host), ("Build name", "Sandbox"),
            ("Build date", visit.page.build), ("Tables", String(visit.call.schema.names.count)),
            ("Instance's own time", try visit.store.now.glideText + " UTC"), ("Wire time", visit.page.now.httpText),
        ]
        let rows = facts.map { "<dt>\($0.0)</dt><dd>\(HTML.escaped($0.1))</dd>" }.joined(separator: "\n")
        return visit.page("Statistics", form: "stats", "<dl class=\"facts\">\n\(rows)\n</dl>")
    }
}
