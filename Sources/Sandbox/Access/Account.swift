/// The user a request is made by.
struct Account: Sendable {
    let sysID: String
    let userName: String
    /// First and last name.
    let name: String
    let roles: Set<String>
    let groupIDs: [String]
    /// How the user reads and writes dates.
    let format: DateFormat

    var zone: TimeZoneRule { format.zone }
    var isAdmin: Bool { roles.contains("admin") }
}
