/// Frames around pages.
enum FramePage {
    /// The path of the newer frame, followed by the framed page's URL, escaped into one segment.
    static let target = "/now/nav/ui/classic/params/target/"

    /// The classic frame (`/nav_to.do?uri=…`) and its successor. The address is unescaped.
    static func frame(_ address: String, _ visit: RecordVisit) -> Answer {
        guard let address = RecordAddress.local(address), !address.hasPrefix("/nav_to.do"),
            !address.hasPrefix("/now/")
        else { return visit.alert("Page not found", "The address names no page of this instance.", form: "nav_to") }
        let escaped = HTML.escaped(address)
        return visit.page(
            "Navigation", form: "nav_to",
            """
            <p><a href="\(escaped)">Open the page without its frame</a></p>
            <iframe id="gsft_main" name="gsft_main" title="Main content" src="\(escaped)"></iframe>
            """)
    }
}
