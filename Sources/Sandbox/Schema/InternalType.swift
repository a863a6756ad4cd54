/// What a column holds. The raw values are the names that `sys_dictionary.internal_type` and `ui/meta` use.
enum InternalType: String, Sendable, CaseIterable {
    case string
    case integer
    case boolean
    case decimal
    case currency
    case reference
    case dateTime = "glide_date_time"
    case date = "glide_date"
    case duration = "glide_duration"
    case timer
    case list = "glide_list"
    case journalInput = "journal_input"
    case journalList = "journal_list"
    case html
    case url
    case email
    case phone = "ph_number"
    case password
    case guid = "GUID"
    case className = "sys_class_name"
    case documentID = "document_id"
    case domainID = "domain_id"
    case domainPath = "domain_path"
    /// A secret that the instance itself must be able to read again.
    case password2

    /// How SQLite keeps a value.
    enum Storage: Sendable, Hashable {
        /// Text, compared without regard to ASCII letter case.
        case text
        /// A whole number; booleans are 0 and 1.
        case integer
        /// A number with decimals.
        case number
        /// Nothing: the entries stand in `sys_journal_field`.
        case elsewhere
    }

    var storage: Storage {
        switch self {
        case .integer, .boolean: .integer
        case .decimal, .currency: .number
        case .journalInput, .journalList: .elsewhere
        default: .text
        }
    }

    /// Whether a value is a moment or a day, written so that text order is time order.
    var isTemporal: Bool {
        switch self {
        case .dateTime, .date, .duration, .timer: true
        default: false
        }
    }

    /// Whether nobody is told what stands in it.
    var isSecret: Bool { self == .password || self == .password2 }

    /// Whether words in it are found by a whole-text search.
    var isSearchable: Bool {
        switch self {
        case .string, .html, .email, .url, .phone: true
        default: false
        }
    }

    /// How many characters fit when the definition does not say.
    var defaultLength: Int {
        switch self {
        case .string, .phone, .timer, .date, .dateTime, .duration, .integer, .boolean: 40
        case .reference, .guid, .documentID, .domainID: 32
        case .className: 80
        case .email, .password: 100
        case .decimal, .currency: 20
        case .domainPath, .password2: 255
        case .url: 1024
        case .list, .journalInput, .journalList: 4000
        case .html: 65_536
        }
    }
}
