import ExchangeModel

/// Pages that instances build in the browser: dashboards and studios (`/$pa_dashboard.do`), and workspaces (`/now/…`).
/// The sandbox has none of what builds them.
enum ScriptedPage {
    /// `/$….do`: says so.
    static func dashboard(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        return visit.page(
            "Dashboard", form: String(page.path.dropFirst().dropLast(3)),
            """
            <div id="dashboard_root"></div>
            <noscript><p>This page is built by scripts.</p></noscript>
            <p>An instance builds this page by scripts. A sandbox has none for it.</p>
            """)
    }

    /// `/now/…`: a shell with nothing in it, as that of an instance is before its scripts have run.
    static func workspace(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
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
