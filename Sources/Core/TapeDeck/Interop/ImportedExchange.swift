import CassetteStore
import ExchangeModel

/// Why a file cannot be imported or exported. Nothing was written.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The text breaks the rules of its syntax.
        case malformed
        /// The text does not have the members of its format.
        case otherFormat
        case unknownFormat
        case nothingLeft
        /// A body is larger than bodies may be.
        case tooLarge
        /// The file, or a part that is read at once, is larger than what is read.
        case tooLong
        case readFailed
        /// The task was cancelled.
        case interrupted
        /// A library is not installed.
        case libraryMissing
    }

    package let kind: Kind
    /// One sentence without the file's name or content.
    package let description: String
    package let notes: [String]

    package static let unknownFormat = ImportError(.unknownFormat, "Its format is not recognized.")
    static let interrupted = ImportError(.interrupted, "The import was interrupted.")
    package static let changed = ImportError(.readFailed, "It was changed while it was read.")

    /// An error of the system while the file was read.
    package static func readFailed(_ reason: String) -> ImportError {
        ImportError(.readFailed, "It cannot be read: \(reason).")
    }

    init(_ kind: Kind, _ description: String, notes: [String] = []) {
        self.kind = kind
        self.description = description
        self.notes = notes
    }
}

/// An exchange in a file of another program, not redacted yet.
struct ImportedExchange: Sendable {
    var number: Int
    /// The file's name; nil if it is the only file.
    var file: String?
    var startedAt: Timestamp
    var request: HTTPRequest
    var outcome: OutcomeRecord
    /// Whether the browser answered from its cache, so that nothing was sent.
    var isCached = false
    /// The entry's `_snowdeck` member; nil in a file of another program.
    var own: HARExtension.Exchange?
    var changes: [ConversionLosses.Kind] = []

    /// The place for the report: without the query, which may contain secrets.
    var place: String {
        "\(name) (\(request.method.rawValue) \(request.url.origin)\(request.url.path))"
    }

    var name: String { Self.entry(number, file) }

    static func entry(_ number: Int, _ file: String?) -> String {
        "entry \(number)" + (file.map { " of " + $0 } ?? "")
    }
}

struct EntryError: Error, Sendable {
    var sort: ConversionLosses.Kind
    /// A clause without a full stop; empty when the kind of loss is enough.
    var reason = ""

    func place(_ number: Int, _ file: String?) -> String {
        ImportedExchange.entry(number, file) + (reason.isEmpty ? "" : " (\(reason))")
    }
}
