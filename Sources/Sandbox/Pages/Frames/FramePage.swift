import ExchangeModel

/// Pages around a page: the classic frame (`/nav_to.do?uri=…`, `/navpage.do`) and the one that took its place
/// (`/now/nav/ui/classic/params/target/…`).
enum FramePage {
    /// What the addresses of the newer frame begin with. What follows is the framed page, escaped into one segment.
    static let target = "/now/nav/ui/classic/params/target/"

    /// `/nav_to.do`.
    static func show(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        return frame(visit.call.parameters["uri"] ?? "", visit, form: "nav_to")
    }

    /// `/navpage.do`: the frame around the home page.
    static func home(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        return frame("/home.do", visit, form: "navpage")
    }

    /// The newer frame. The path has its escapes undone.
    static func classic(_ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
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
