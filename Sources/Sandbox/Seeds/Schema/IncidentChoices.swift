/// Choices of incidents.
extension [Choice] {
    static let incidentState: [Choice] = [
        .init("1", "New"), .init("2", "In Progress"), .init("3", "On Hold"), .init("6", "Resolved"),
        .init("7", "Closed"), .init("8", "Canceled"),
    ]
    static let severity: [Choice] = [.init("1", "1 - High"), .init("2", "2 - Medium"), .init("3", "3 - Low")]
    static let notify: [Choice] = [.init("1", "Do Not Notify"), .init("2", "Send Email"), .init("3", "Telephone")]
    static let holdReason: [Choice] = [
        .init("1", "Awaiting Caller"), .init("3", "Awaiting Change"), .init("4", "Awaiting Problem"),
        .init("5", "Awaiting Vendor"),
    ]
    static let incidentCloseCode: [Choice] = [
        .init("Solved (Work Around)", "Solved (Work Around)"),
        .init("Solved (Permanently)", "Solved (Permanently)"),
        .init("Solved Remotely (Work Around)", "Solved Remotely (Work Around)"),
        .init("Solved Remotely (Permanently)", "Solved Remotely (Permanently)"),
        .init("Not Solved (Not Reproducible)", "Not Solved (Not Reproducible)"),
        .init("Not Solved (Too Costly)", "Not Solved (Too Costly)"),
        .init("Closed/Resolved by Caller", "Closed/Resolved by Caller"),
    ]
    static let incidentCategory: [Choice] = [
        .init("inquiry", "Inquiry / Help"), .init("software", "Software"), .init("hardware", "Hardware"),
        .init("network", "Network"), .init("database", "Database"),
    ]
    static let incidentSubcategory: [Choice] = [
        .init("antivirus", "Antivirus"), .init("email", "Email"),
        .init("internal application", "Internal Application"), .init("os", "Operating System"), .init("cpu", "CPU"),
        .init("disk", "Disk"), .init("keyboard", "Keyboard"), .init("memory", "Memory"),
        .init("monitor", "Monitor"), .init("mouse", "Mouse"), .init("dhcp", "DHCP"), .init("dns", "DNS"),
        .init("ip address", "IP Address"), .init("vpn", "VPN"), .init("wireless", "Wireless"), .init("db2", "DB2"),
        .init("sql server", "MS SQL Server"), .init("oracle", "Oracle"),
    ]
}
