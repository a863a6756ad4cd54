import ExchangeModel

/// What a request's path asks for.
enum Route: Hashable {
    case records(table: String, version: Int?)
    case record(table: String, sysID: String, version: Int?)
    case stats(table: String)
    case attachments(AttachmentPath, version: Int?)
    case batch
    case graphQL
    case importRows(staging: String, version: Int?)
    case importSeveral(staging: String, version: Int?)
    case importedRow(staging: String, sysID: String, version: Int?)
    case columns(table: String)
    case tables
    case currentUser
    case impersonation
    case openAPI
    case taskTracker(TaskTrackerPath)
    /// A path below `/api/` that is nothing.
    case unknown
    /// A path outside `/api/`: a page.
    case page(String)
    case oauth(OAuthDoor)

    enum OAuthDoor: Hashable {
        case token
        case revocation
        case keys
    }

    enum AttachmentPath: Hashable {
        case list
        case one(sysID: String)
        case file(sysID: String)
        case namedFile(recordID: String, name: String)
        case newFile
        case upload
    }

    /// The longest name that is looked up; a longer one is answered with a page, as instances do.
    static let longestName = 8000

    init(_ path: String) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: true).map { PercentCoding.decode($0) }
        guard segments.first == "api" else {
            let path = "/" + segments.joined(separator: "/")
            self = Route.doors[path].map(Route.oauth) ?? .page(path)
            return
        }
        if segments.count >= 2, segments[1] == TaskTrackerPath.scope {
            self = TaskTrackerPath(segments[2...]).map { .taskTracker($0) } ?? .unknown
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
        self = Route.named(rest, version)
    }

    private static let doors: [String: OAuthDoor] = [
        "/oauth_token.do": .token, "/oauth_revoke_token.do": .revocation,
    ]

    private static func named(_ path: [String], _ version: Int?) -> Route {
        switch (path.first, path.count) {
        case ("table", 2): .records(table: path[1], version: version)
        case ("table", 3): .record(table: path[1], sysID: path[2], version: version)
        case ("stats", 2): .stats(table: path[1])
        case ("attachment", _): attachment(path).map { .attachments($0, version: version) } ?? .unknown
        case ("batch", 1): .batch
        case ("graphql", 1) where version == nil: .graphQL
        case ("import", 2): .importRows(staging: path[1], version: version)
        case ("import", 3) where path[2] == "insertMultiple": .importSeveral(staging: path[1], version: version)
        case ("import", 3): .importedRow(staging: path[1], sysID: path[2], version: version)
        case ("ui", 3) where path[1] == "meta": .columns(table: path[2])
        case ("ui", 3) where path[1] == "user" && path[2] == "current_user": .currentUser
        case ("doc", 3) where path[1] == "table" && path[2] == "schema": .tables
        case ("doc", 2) where path[1] == "oas_3": .openAPI
        case ("oauth", 2) where path[1] == "jwks" && version == nil: .oauth(.keys)
        case ("sg", 3) where path[1] == "impersonation" && path[2] == "session": .impersonation
        default: .unknown
        }
    }

    private static func attachment(_ path: [String]) -> AttachmentPath? {
        switch path.count {
        case 1: .list
        case 2 where path[1] == "file": .newFile
        case 2 where path[1] == "upload": .upload
        case 2: .one(sysID: path[1])
        case 3 where path[2] == "file": .file(sysID: path[1])
        case 4 where path[3] == "file": .namedFile(recordID: path[1], name: path[2])
        default: nil
        }
    }

    /// The version in the path, for routes whose answers hold links.
    var version: Int? {
        switch self {
        case .records(_, let version), .record(_, _, let version), .attachments(_, let version),
            .importRows(_, let version), .importSeveral(_, let version), .importedRow(_, _, let version):
            version
        default: nil
        }
    }

    var isTable: Bool {
        switch self {
        case .records, .record: true
        default: false
        }
    }

    /// Whether answers may be XML: those of the Table API and of scripted APIs, and the error of an unknown path.
    var answersXML: Bool {
        switch self {
        case .taskTracker, .unknown: true
        default: isTable
        }
    }

    var tableName: String? {
        switch self {
        case .records(let table, _), .record(let table, _, _), .stats(let table), .columns(let table),
            .importRows(let table, _), .importSeveral(let table, _), .importedRow(let table, _, _):
            table
        default: nil
        }
    }

    var methods: [HTTPMethod] {
        switch self {
        case .records: [.get, .head, .post]
        case .record: [.get, .head, .put, .patch, .delete]
        case .attachments(.one, _): [.get, .head, .patch, .delete]
        case .graphQL: [.get, .head, .post]
        case .attachments(.newFile, _), .attachments(.upload, _), .batch, .importRows, .importSeveral,
            .taskTracker(.comment):
            [.post]
        default: [.get, .head]
        }
    }

    /// Whether the answer is JSON. Files are whatever they are, and choose by `Accept` themselves.
    var answersJSON: Bool {
        switch self {
        case .attachments(.file, _), .attachments(.namedFile, _), .openAPI: false
        default: true
        }
    }
}
