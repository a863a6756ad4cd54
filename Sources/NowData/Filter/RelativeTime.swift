public import FoundationEssentials

/// A moment counted back from now, evaluated on the instance in the user's zone.
public enum RelativeTime: String, Sendable, Hashable, CaseIterable {
    /// The first second of that minute.
    case minutesAgoStart
    /// The last second of that minute.
    case minutesAgoEnd
    /// The first second of that hour.
    case hoursAgoStart
    /// The last second of that hour.
    case hoursAgoEnd
    /// That many days ago, at this time of day.
    case daysAgo
    /// The first second of that day.
    case daysAgoStart
    /// The last second of that day.
    case daysAgoEnd
    /// The first second of that month.
    case monthsAgoStart
    /// The last second of that month.
    case monthsAgoEnd
    /// That many quarters ago, at this time of day.
    case quartersAgo

    func text(_ count: Int) -> String { "javascript:gs.\(rawValue)(\(count))" }
}

extension Clause where Kind == DateTimeKind {
    /// `>`
    public static func after(_ count: Int, _ unit: RelativeTime) -> Self { Self(">", [unit.text(count)]) }
    /// `>=`: `.atOrAfter(0, .daysAgoStart)` is today or later.
    public static func atOrAfter(_ count: Int, _ unit: RelativeTime) -> Self { Self(">=", [unit.text(count)]) }
    /// `<`
    public static func before(_ count: Int, _ unit: RelativeTime) -> Self { Self("<", [unit.text(count)]) }
    /// `<=`
    public static func atOrBefore(_ count: Int, _ unit: RelativeTime) -> Self { Self("<=", [unit.text(count)]) }
    /// `>`
    public static func after(_ date: Date) -> Self { greaterThan(date) }
    /// `>=`
    public static func atOrAfter(_ date: Date) -> Self { greaterThanOrIs(date) }
    /// `<`
    public static func before(_ date: Date) -> Self { lessThan(date) }
    /// `<=`
    public static func atOrBefore(_ date: Date) -> Self { lessThanOrIs(date) }
}
