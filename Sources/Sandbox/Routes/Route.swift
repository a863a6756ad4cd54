import ExchangeModel

/// What a request's path asks for.
enum Route: Hashable {
    case records(table: String, version: Int?)
    case record(table: String, sysID: String, version: Int?)
    case stats(table: String)
    case columns(table: String)
    case tables
    case currentUser
    /// A path below `/api/` that is nothing.
    case unknown
    /// A path outside `/api/`: a page.
    case page

    /// The longest name that is looked up; a longer one is answered with a page, as instances do.
    static let longestName = 1000

    init(_ path: String) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: true).map { PercentCoding.decode($0) }
        guard segments.first == "api" else {
            self = .page
            return
        }
        guard segments.count >= 3, segments[1] == "now" else {
            self = .unknown
            return
        }
        var rest = Array(segments[2...])
        var version: Int?
        if let number = ["v1": 1, "v2": 2][rest[0]] {
            version = number
            rest.removeFirst()
        }
        switch (rest.first, rest.count) {
        case ("table", 2): self = .records(table: rest[1], version: version)
        case ("table", 3): self = .record(table: rest[1], sysID: rest[2], version: version)
        case ("stats", 2): self = .stats(table: rest[1])
        case ("ui", 3) where rest[1] == "meta": self = .columns(table: rest[2])
        case ("doc", 3) where rest[1] == "table" && rest[2] == "schema": self = .tables
        case ("ui", 3) where rest[1] == "user" && rest[2] == "current_user": self = .currentUser
        default: self = .unknown
        }
    }

    /// The version in the path.
    var version: Int? {
        switch self {
        case .records(_, let version), .record(_, _, let version): version
        default: nil
        }
    }

    /// Whether it is the Table API's.
    var isTable: Bool {
        switch self {
        case .records, .record: true
        default: false
        }
    }

    /// The table the path names.
    var tableName: String? {
        switch self {
        case .records(let table, _), .record(let table, _, _), .stats(let table), .columns(let table): table
        default: nil
        }
    }

    /// The methods the resource knows.
    var methods: [HTTPMethod] {
        switch self {
        case .records: [.get, .head, .post]
        case .record: [.get, .head, .put, .patch, .delete]
        default: [.get, .head]
        }
    }
}
