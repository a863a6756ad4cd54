/// Words that several seeds use.
enum SeedText {
    /// Fills `{place}`, `{printer}` and `{app}`.
    static func fill(_ text: String, _ world: inout SeedWorld) -> String {
        guard let open = text.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = text.utf8.firstIndex(of: UInt8(ascii: "}")), open < close
        else {
            return text
        }
        let word =
            switch text[text.index(after: open)..<close] {
            case "place": world.random.pick(world.locations).name
            case "printer": world.items[12 + world.random.below(3)].name
            case "app": world.items[6 + world.random.below(5)].name
            default: String(text[open...close])
            }
        return text[..<open] + word + text[text.index(after: close)...]
    }

    static let solutions = [
        "Restarted the service; it has been stable since.", "Replaced the part under warranty.",
        "Caller found the cause: a loose cable.",
        "Rolled back last night's update.", "Access granted after approval.", "Cleared the cache and signed in again.",
        "Explained; no fault found.", "Moved to another port of the switch.",
    ]

    static let notes = [
        "Called back, left a message.", "Could reproduce it on a second device.", "Logs collected and attached.",
        "Asked the vendor for a part.", "Same as last week; see the knowledge base.",
        "Waiting for the maintenance window.",
        "Remote session done, nothing unusual so far.", "Handed over to the late shift.",
    ]

    static let comments = [
        "Thanks for looking into this!", "It happened again today, around noon.", "Any news?",
        "We are looking into it.",
        "Could you send a screenshot, please?", "It works now, thank you.", "I am out of office until Monday.",
        "Please try again and tell us what the message says.",
    ]
}
