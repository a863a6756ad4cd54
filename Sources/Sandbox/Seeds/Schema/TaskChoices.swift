/// Choices of tasks. Values and labels are those of recorded answers where one shows them.
extension [Choice] {
    static let taskState: [Choice] = [
        .init("-5", "Pending"), .init("1", "Open"), .init("2", "Work in Progress"), .init("3", "Closed Complete"),
        .init("4", "Closed Incomplete"), .init("7", "Closed Skipped"),
    ]
    static let impact: [Choice] = [.init("1", "1 - High"), .init("2", "2 - Medium"), .init("3", "3 - Low")]
    static let urgency: [Choice] = [.init("1", "1 - High"), .init("2", "2 - Medium"), .init("3", "3 - Low")]
    static let priority: [Choice] = [
        .init("1", "1 - Critical"), .init("2", "2 - High"), .init("3", "3 - Moderate"), .init("4", "4 - Low"),
        .init("5", "5 - Planning"),
    ]
    static let approval: [Choice] = [
        .init("not requested", "Not Yet Requested"), .init("requested", "Requested"), .init("approved", "Approved"),
        .init("rejected", "Rejected"), .init("cancelled", "No Longer Required"), .init("duplicate", "Duplicate"),
        .init("not_required", "Not Required"),
    ]
    static let escalation: [Choice] = [
        .init("0", "Normal"), .init("1", "Moderate"), .init("2", "High"), .init("3", "Overdue"),
    ]
    static let uponApproval: [Choice] = [
        .init("proceed", "Proceed to Next Task"), .init("do_nothing", "Wait for a User to Close this task"),
    ]
    static let uponReject: [Choice] = [
        .init("cancel", "Cancel all future Tasks"), .init("goto", "Go to a previous Task"),
    ]
    static let contactType: [Choice] = [
        .init("chat", "Chat"), .init("email", "Email"), .init("phone", "Phone"),
        .init("self-service", "Self-service"), .init("virtual_agent", "Virtual Agent"), .init("walk-in", "Walk-in"),
    ]
}
