package import ExchangeModel

/// The time zones of the sandbox's users.
/// The built-in zones have their current rule, applied to earlier years too, so that responses do not depend on a
/// time-zone database.
extension ZoneRule {
    private static let builtIn = [
        ("US/Pacific", "PST8PDT,M3.2.0,M11.1.0"), ("US/Mountain", "MST7MDT,M3.2.0,M11.1.0"),
        ("US/Central", "CST6CDT,M3.2.0,M11.1.0"), ("US/Eastern", "EST5EDT,M3.2.0,M11.1.0"), ("GMT", "GMT0"),
        ("Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"), ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
        ("Asia/Kolkata", "IST-5:30"), ("Asia/Tokyo", "JST-9"),
    ].compactMap { name, text in ZoneRule(named: name, text) }

    static let sandbox = builtIn[0]

    static func named(_ name: String) -> ZoneRule { known(name) ?? sandbox }

    package static func known(_ name: String) -> ZoneRule? { builtIn.first { $0.name == name } }
}
