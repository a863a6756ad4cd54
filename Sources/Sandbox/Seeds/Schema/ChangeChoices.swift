/// Choices of changes.
extension [Choice] {
    static let changeState: [Choice] = [
        .init("-5", "New"), .init("-4", "Assess"), .init("-3", "Authorize"), .init("-2", "Scheduled"),
        .init("-1", "Implement"), .init("0", "Review"), .init("3", "Closed"), .init("4", "Canceled"),
    ]
    static let changeType: [Choice] = [
        .init("normal", "Normal"), .init("standard", "Standard"), .init("emergency", "Emergency"),
    ]
    static let changeRisk: [Choice] = [.init("2", "High"), .init("3", "Moderate"), .init("4", "Low")]
    static let changeCategory: [Choice] = [
        .init("hardware", "Hardware"), .init("software", "Software"), .init("service", "Service"),
        .init("system software", "System Software"), .init("application software", "Application Software"),
        .init("network", "Network"), .init("telecom", "Telecom"), .init("documentation", "Documentation"),
        .init("other", "Other"),
    ]
    static let changeCloseCode: [Choice] = [
        .init("successful", "Successful"), .init("successful_issues", "Successful with issues"),
        .init("unsuccessful", "Unsuccessful"),
    ]
    static let changePhase: [Choice] = [
        .init("requested", "Requested"), .init("plan", "Plan"), .init("build", "Build"), .init("test", "Test"),
        .init("implement", "Implement"),
    ]
    static let changePhaseState: [Choice] = [
        .init("open", "Open"), .init("on hold", "On Hold"), .init("complete", "Complete"),
    ]
    static let changeReviewStatus: [Choice] = [
        .init("1", "Waiting"), .init("2", "In progress"), .init("3", "Completed"),
    ]
    static let conflictStatus: [Choice] = [
        .init("Not Run", "Not Run"), .init("No Conflict", "No Conflict"), .init("Conflict", "Conflict"),
    ]
    static let changeReason: [Choice] = [
        .init("upgrade", "Upgrade"), .init("fix", "Fix"), .init("maintenance", "Maintenance"),
        .init("new", "New service"),
    ]
}
