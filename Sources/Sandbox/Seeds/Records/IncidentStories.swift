/// What people report: the texts that incident seeds are made of. `{place}`, `{printer}` and `{app}` are filled in.
struct IncidentStory {
    let short: String
    let text: String
    let category: String
    let subcategory: String
    let group: String

    init(
        _ short: String, _ text: String, _ category: String, _ subcategory: String = "",
        _ group: String = "Service Desk"
    ) {
        self.short = short
        self.text = text
        self.category = category
        self.subcategory = subcategory
        self.group = group
    }

    static let all: [IncidentStory] = [
        IncidentStory(
            "Cannot reach the VPN from home", "The client says \"connecting\" and gives up after a minute.", "network",
            "vpn", "Network"),
        IncidentStory(
            "Wireless drops every few minutes in {place}", "It comes back by itself, but calls are lost.", "network",
            "wireless", "Network"),
        IncidentStory(
            "{app} is slow since this morning", "Every page takes about twenty seconds.", "software",
            "internal application", "Software"),
        IncidentStory(
            "Printer {printer} prints blank pages", "Toner was replaced yesterday.", "hardware", "", "Hardware"),
        IncidentStory(
            "Laptop does not wake up from sleep", "Only holding the power button helps.", "hardware", "", "Hardware"),
        IncidentStory(
            "Mail to customers is returned", "The answer says that our domain could not be verified.", "software",
            "email", "Software"),
        IncidentStory("Second monitor flickers", "A new cable made no difference.", "hardware", "monitor", "Hardware"),
        IncidentStory(
            "Request for access to {app}", "My manager has agreed, see the attached mail.", "inquiry", "",
            "Service Desk"),
        IncidentStory(
            "{app} shows an error after sign-in", "The message is: unexpected end of stream (code 17).", "software",
            "internal application", "Application Development"),
        IncidentStory(
            "Shared folder of {place} is read-only", "Nobody in the team can save.", "software", "os", "Software"),
        IncidentStory(
            "Badge does not open the door in {place}", "The reader blinks twice.", "inquiry", "", "Facilities Team"),
        IncidentStory(
            "Nightly database backup failed on {app}", "Log: no space left on device.", "database", "oracle", "Database"
        ),
        IncidentStory(
            "Disk nearly full on a file server in {place}", "Monitoring reports 96 %.", "hardware", "disk", "Hardware"),
        IncidentStory(
            "Keyboard types the wrong characters", "Y and Z are swapped since the update.", "hardware", "keyboard",
            "Hardware"),
        IncidentStory(
            "Name of a new server does not resolve", "The record was added an hour ago.", "network", "dns", "Network"),
        IncidentStory(
            "Phone conference in {place} has no sound", "The microphones work, the speakers do not.", "hardware", "",
            "Hardware"),
        IncidentStory(
            "Reports in {app} are empty", "The filter is the one we have used for years.", "software",
            "internal application", "Application Development"),
        IncidentStory(
            "Suspicious mail asks for my details",
            "I did not click on anything. The sender looks like our own payroll.", "software", "email",
            "Security Operations"),
        IncidentStory("Laptop is very hot and loud", "The fan never stops.", "hardware", "cpu", "Hardware"),
        IncidentStory(
            "Calendar invitations arrive an hour late", "The time zone looks right on my side.", "software", "email",
            "Software"),
        IncidentStory(
            "No network address after moving desks", "The port in the floor box has no light.", "network", "dhcp",
            "Network"),
        IncidentStory(
            "Query on the ledger runs for hours", "It used to take minutes.", "database", "sql server", "Database"),
        IncidentStory("How do I export my contacts?", "I need them for a mailing.", "inquiry", "", "Service Desk"),
        IncidentStory(
            "Virus scanner blocks our build tool", "It puts the compiler into quarantine.", "software", "antivirus",
            "Security Operations"),
        IncidentStory(
            "Mobile phone cannot read company mail", "It asks for the account again and again.", "software", "email",
            "Software"),
        IncidentStory(
            "Scanner app loses its connection in the warehouse", "Only between aisles 4 and 7.", "network", "wireless",
            "Network"),
        IncidentStory(
            "Application freezes while saving a draft", "The window stays white.", "software", "internal application",
            "Application Development"),
        IncidentStory(
            "Docking station is not recognised", "Charging works, screens do not.", "hardware", "", "Hardware"),
        IncidentStory(
            "Video call has an echo in {place}", "Others hear themselves with a delay.", "hardware", "", "Hardware"),
        IncidentStory(
            "{app} certificate is about to expire", "The browser warns for two days now.", "network", "",
            "Security Operations"),
    ]

    /// Texts that are hard on whoever shows, exports or compares them.
    static let odd: [IncidentStory] = [
        IncidentStory(
            "My password does not work",
            "I changed my password on Friday; now neither the old nor the new one is taken.", "inquiry"),
        IncidentStory(
            "\"Quoted\" title, with commas, and 'apostrophes'", "She said: \"It's broken\", twice, and hung up.",
            "inquiry"),
        IncidentStory(
            "<b>Bold</b> & <script>alert(1)</script> in a title", "Copied from a web form: <p>Hello &amp; goodbye</p>",
            "software", "internal application"),
        IncidentStory(
            "🖨️ Printer on fire 🔥🔥",
            "👩‍💻 says it is only smoke. Flags: 🇨🇭🇯🇵. Family: 👨‍👩‍👧‍👦", "hardware", "", "Hardware"),
        IncidentStory("複合機の紙詰まりが直らない", "十二階の複合機で紙が詰まります。再起動しても直りません。", "hardware", "", "Hardware"),
        IncidentStory("המדפסת לא מדפיסה", "המסך מציג שגיאה 49.4C02, ואחר כך Error.", "hardware", "", "Hardware"),
        IncidentStory(
            "Line one of the report", "First line\nSecond line\n\n\tAn indented line\r\nA line of another system",
            "software", "email"),
        IncidentStory(
            "A path: C:\\Users\\grace\\new\\table, 100 % full_of_signs",
            "Back\\slashes, per%cents, under_scores; semi;colons | pipes", "software", "os"),
        IncidentStory(
            "Cafe\u{301} menu cannot be opened",
            """
            The é here is written with a combining accent, the café there is not.
            """, "software", "internal application"),
        IncidentStory(
            "=SUM(1;2) in a subject becomes a formula", "Export to a spreadsheet shows 3.", "software",
            "internal application"),
        IncidentStory("  Leading and trailing spaces  ", "  kept as they are  ", "inquiry"),
        IncidentStory(
            """
            A very long subject that goes on and on, because the person who wrote it put the whole story into the \
            first line and did not stop before the field was full
            """,
            "See above.", "inquiry"),
    ]
}
