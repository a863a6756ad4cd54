import ExchangeModel

/// Pages around a page: the classic frame (`/nav_to.do?uri=…`, `/navpage.do`) and the one that took its place
/// (`/now/nav/ui/classic/params/target/…`).
enum FramePage {
    /// What the addresses of the newer frame begin with. What follows is the framed page, escaped into one segment.
    static let target = "/now/nav/ui/classic/params/target/"

    /// `/nav_to.do`.
    static func show(_ page: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        guard let visit = try RecordVisit(&page, &authenticator) else {
            return try page.sendToLogin(at: &authenticator)
        }
        return frame(visit.call.parameters["uri"] ?? "", visit, form: "nav_to")
    }

    /// `/navpage.do`: the frame around the home page.
    static func home(_ page: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        guard let visit = try RecordVisit(&page, &authenticator) else {
            return try page.sendToLogin(at: &authenticator)
        }
        return frame("/home.do", visit, form: "navpage")
    }

    /// The newer frame. The path has its escapes undone.
    static func classic(_ page: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        guard let visit = try RecordVisit(&page, &authenticator) else {
            return try page.sendToLogin(at: &authenticator)
        }
        return frame(String(page.path.dropFirst(target.count)), visit, form: "nav_to")
    }

    private static func frame(_ address: String, _ visit: RecordVisit, form: String) -> Answer {
        guard let address = RecordAddress.local(address), !address.hasPrefix("/nav_to.do"),
            !address.hasPrefix("/navpage.do"), !address.hasPrefix("/now/")
        else {
            return visit.page(
                "Page not found", form: form,
                "<p role=\"alert\">The address names no page of this instance.</p>\n<p><a href=\"/home.do\">Home</a></p>"
            )
        }
        let escaped = HTML.escaped(address)
        return visit.page(
            "Navigation", form: form,
            """
            <p><a href="\(escaped)">Open the page without its frame</a></p>
            <iframe id="gsft_main" name="gsft_main" title="Main content" src="\(escaped)"></iframe>
            """)
    }
}

/// Pages that instances build in the browser: dashboards and studios (`/$pa_dashboard.do`), and workspaces (`/now/…`).
/// The sandbox has none of what builds them.
enum ScriptedPage {
    /// `/$….do`: says so.
    static func dashboard(_ page: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        guard let visit = try RecordVisit(&page, &authenticator) else {
            return try page.sendToLogin(at: &authenticator)
        }
        return visit.page(
            "Dashboard", form: String(page.path.dropFirst().dropLast(3)),
            """
            <div id="dashboard_root"></div>
            <noscript><p>This page is built by scripts.</p></noscript>
            <p>An instance builds this page by scripts. A sandbox has none for it.</p>
            """)
    }

    /// `/now/…`: a shell with nothing in it, as that of an instance is before its scripts have run.
    static func workspace(_ page: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        guard let visit = try RecordVisit(&page, &authenticator) else {
            return try page.sendToLogin(at: &authenticator)
        }
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Workspace</title>
            <script>
            \(PageScript(session: visit.session, viewer: visit.viewer).text)
            </script>
            \(PageAssets.scripts(build: visit.viewer.build))
            </head>
            <body>
            <div id="sn-canvas-root"></div>
            </body>
            </html>

            """
        return Answer(status: 200, body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }
}

/// `/stats.do`: what the instance is.
enum StatisticsPage {
    static func show(_ page: inout PageCall, _ authenticator: inout SandboxAuthenticator) throws -> Answer {
        guard let visit = try RecordVisit(&page, &authenticator) else {
            return try page.sendToLogin(at: &authenticator)
        }
        let facts = [
            ("Instance name", page.request.url.host), ("Build name", "Sandbox"), ("Build date", page.build),
            ("Tables", String(visit.call.schema.names.count)),
            ("Instance's own time", try visit.store.now.glideText + " UTC"), ("Wire time", page.now.httpText),
        ]
        let rows = facts.map { "<dt>\($0.0)</dt><dd>\(HTML.escaped($0.1))</dd>" }.joined(separator: "\n")
        return visit.page("Statistics", form: "stats", "<dl class=\"facts\">\n\(rows)\n</dl>")
    }
}
