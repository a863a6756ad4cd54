/// Choices of users, articles, configuration items and the dictionary.
extension [Choice] {
    static let calendarIntegration: [Choice] = [.init("1", "Outlook")]
    static let userNotification: [Choice] = [.init("1", "Disable"), .init("2", "Enable")]
    static let gender: [Choice] = [.init("Male", "Male"), .init("Female", "Female")]
    static let language: [Choice] = [
        .init("en", "English"), .init("de", "German"), .init("es", "Spanish"), .init("fr", "French"),
        .init("ja", "Japanese"), .init("he", "Hebrew"),
    ]
    static let timeZone: [Choice] = [
        .init("US/Pacific", "US/Pacific"), .init("US/Mountain", "US/Mountain"), .init("US/Central", "US/Central"),
        .init("US/Eastern", "US/Eastern"), .init("GMT", "GMT"), .init("Europe/London", "Europe/London"),
        .init("Europe/Berlin", "Europe/Berlin"), .init("Asia/Kolkata", "Asia/Kolkata"),
        .init("Asia/Tokyo", "Asia/Tokyo"),
    ]
    static let roleState: [Choice] = [.init("active", "Active"), .init("requested", "Requested")]
    static let articleState: [Choice] = [
        .init("draft", "Draft"), .init("review", "Review"), .init("published", "Published"),
        .init("pending_retirement", "Pending retirement"), .init("retired", "Retired"),
        .init("outdated", "Outdated"),
    ]
    static let articleType: [Choice] = [.init("text", "HTML"), .init("wiki", "Wiki")]
    static let articleCategory: [Choice] = [
        .init("it", "IT"), .init("faq", "FAQ"), .init("policies", "Policies"), .init("email", "Email"),
        .init("applications", "Applications"),
    ]
    static let installStatus: [Choice] = [
        .init("1", "Installed"), .init("2", "On Order"), .init("3", "In Maintenance"),
        .init("4", "Pending Install"), .init("5", "Pending Repair"), .init("6", "In Stock"), .init("7", "Retired"),
        .init("8", "Stolen"), .init("100", "Absent"),
    ]
    static let operationalStatus: [Choice] = [
        .init("1", "Operational"), .init("2", "Non-Operational"), .init("3", "Repair in Progress"),
        .init("4", "DR Standby"), .init("5", "Ready"), .init("6", "Retired"),
    ]
    static let environment: [Choice] = [
        .init("Production", "Production"), .init("Test", "Test"), .init("Development", "Development"),
        .init("Staging", "Staging"),
    ]
    static let currency: [Choice] = [
        .init("USD", "USD"), .init("EUR", "EUR"), .init("GBP", "GBP"), .init("JPY", "JPY"),
    ]
    static let firewallStatus: [Choice] = [.init("Intranet", "Intranet"), .init("DMZ", "DMZ")]
    static let serverClassification: [Choice] = [
        .init("Production", "Production"), .init("Development", "Development"),
        .init("Disaster recovery", "Disaster recovery"), .init("UAT", "UAT"),
    ]
    static let serverUse: [Choice] = [
        .init("Production", "Production"), .init("Staging", "Staging"), .init("QA", "QA"), .init("Test", "Test"),
        .init("Development", "Development"), .init("Training", "Training"),
    ]
    static let operatingSystem: [Choice] = [
        .init("Linux Debian", "Linux Debian"), .init("Linux Red Hat", "Linux Red Hat"),
        .init("Windows 2019 Standard", "Windows 2019 Standard"),
        .init("Windows 2022 Datacenter", "Windows 2022 Datacenter"), .init("AIX", "AIX"),
    ]
    static let choiceKind: [Choice] = [
        .init("0", "-- None --"), .init("1", "Dropdown with -- None --"), .init("2", "Suggestion"),
        .init("3", "Dropdown without -- None --"),
    ]
}
