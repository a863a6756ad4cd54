/// Ten thousand incidents as sent by the Table API with `sysparm_display_value=all`: eleven megabytes.
enum LongResponse {
    static let records = 10_000
    static let fields = [
        "number", "short_description", "state", "priority", "caller_id", "assignment_group", "opened_at",
        "sys_updated_on",
    ]

    static var bytes: [UInt8] {
        var bytes = Array("{\"result\":[".utf8)
        bytes.reserveCapacity(12_000_000)
        for number in 0..<records {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += record(number).utf8
        }
        bytes += "]}".utf8
        return bytes
    }

    static func record(_ number: Int) -> String {
        let sysID = ExampleExchange.sysID(number)
        let callers = ["Abel Tuter", "Beth Anglin", "Charlie Whitherspoon", "Zoë Ångström", "田中 太郎"]
        let things = ["Printer", "Laptop", "VPN", "E-mail", "Badge reader", "“Shared” drive"]
        let caller = callers[number % callers.count], thing = things[number % things.count]
        let minute = "2024-04-\(10 + number % 19) \(10 + number % 13):\(10 + number % 49):0\(number % 9)"
        let pairs: [(name: String, display: String, value: String)] = [
            ("number", "INC\(1_000_000 + number)", "INC\(1_000_000 + number)"),
            (
                "short_description", "\(thing) does not work on floor \(number % 12)",
                "\(thing) does not work on floor \(number % 12)"
            ),
            ("state", "In Progress", "2"), ("priority", "3 - Moderate", "3"), ("caller_id", caller, sysID),
            ("assignment_group", "Service Desk", "d625dccec0a8016700a222a0f7900d06"), ("opened_at", minute, minute),
            ("sys_updated_on", minute, minute), ("sys_id", sysID, sysID), ("active", "true", "true"),
            ("category", "Hardware", "hardware"), ("contact_type", "Self-service", "self-service"),
            (
                "description", "",
                "The user says: \\\"\(thing) stopped in the middle of the morning.\\\"\\nNothing was changed before that, and the "
                    + "lights are on."
            ),
        ]
        return "{"
            + pairs.map { "\"\($0.name)\":{\"display_value\":\"\($0.display)\",\"value\":\"\($0.value)\"}" }.joined(
                separator: ",") + "}"
    }
}
