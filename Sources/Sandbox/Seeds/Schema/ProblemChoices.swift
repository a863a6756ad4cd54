/// Choices of problems.
extension [Choice] {
    static let problemState: [Choice] = [
        .init("101", "New"), .init("102", "Assess"), .init("103", "Root Cause Analysis"),
        .init("104", "Fix in Progress"), .init("106", "Resolved"), .init("107", "Closed"),
    ]
    static let problemResolution: [Choice] = [
        .init("fix_applied", "Fix Applied"), .init("risk_accepted", "Risk Accepted"), .init("canceled", "Canceled"),
        .init("duplicate", "Duplicate"),
    ]
    static let problemCategory: [Choice] = [
        .init("software", "Software"), .init("hardware", "Hardware"), .init("network", "Network"),
        .init("database", "Database"),
    ]
    static let problemSubcategory: [Choice] = [
        .init("email", "Email"), .init("os", "Operating System"), .init("cpu", "CPU"), .init("disk", "Disk"),
        .init("memory", "Memory"), .init("dns", "DNS"), .init("vpn", "VPN"), .init("wireless", "Wireless"),
        .init("oracle", "Oracle"),
    ]
}
