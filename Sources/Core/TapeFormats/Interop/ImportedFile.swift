import CassetteStore
package import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// What a reader needs to know besides the text.
package struct ImportContext: Sendable {
    /// The file's name in messages; nil if it is the only file.
    package var name: String?
    /// The time of exchanges without one.
    package var now: Timestamp
    /// The maximum size of a decompressed body.
    package var bodyLimit: Int
    /// Whether a request belongs to signing in.
    package var isSignIn: @Sendable (HTTPRequest) -> Bool

    package var variables: ImportVariables

    package init(
        name: String?, now: Timestamp, bodyLimit: Int, variables: ImportVariables = ImportVariables(),
        isSignIn: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }
    ) {
        (self.name, self.now, self.bodyLimit, self.isSignIn) = (name, now, bodyLimit, isSignIn)
        self.variables = variables
    }
}

/// A file of another program: its exchanges in order, and what could not be read. Nothing is redacted yet.
package struct ImportedFile: Sendable {
    package let context: ImportContext
    package private(set) var exchanges: [ImportedExchange] = []
    package var losses = ConversionLosses()
    /// Secrets that the file names outside its exchanges.
    var secrets: [Secret] = []
    /// The number of entries, including those that cannot be read.
    package private(set) var count = 0
    private let isInOrder: Bool
    private var last: Timestamp?

    struct Secret: Sendable {
        package var text: String
        /// The word in its placeholder.
        var label: String
    }

    /// - Parameter isInOrder: whether the file is in the order in which its own program plays it, so that none of its
    ///   exchanges gets a time before its predecessor's.
    init(_ context: ImportContext, isInOrder: Bool = true) { (self.context, self.isInOrder) = (context, isInOrder) }

    /// Adds the next entry, checked; one that cannot be read is a loss. One without a time gets that of its response.
    package mutating func add(_ draft: ExchangeDraft) {
        count += 1
        var time = draft.startedAt
        if time == nil {
            let next = last.map { Timestamp(microseconds: $0.microseconds &+ 1) }
            let known = draft.response?.headers["Date"].flatMap { HARTime.ofHTTP($0) }
            time = max(known ?? next ?? context.now, next ?? Timestamp(microseconds: .min))
            if draft.response != nil { losses.add(.noTimes) }
        }
        let startedAt = max(time ?? context.now, (isInOrder ? last : nil) ?? Timestamp(microseconds: .min))
        last = startedAt
        do throws(EntryError) {
            var exchange = try draft.exchange(count, startedAt: startedAt, bodyLimit: context.bodyLimit)
            exchange.file = context.name
            exchange.isSafe = Safety.isSafe(exchange.request)
            exchange.isSignIn = context.isSignIn(exchange.request)
            exchanges.append(exchange)
        } catch {
            losses.add(error.sort, at: error.place(count, context.name))
        }
    }
}

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
        /// A library is not installed.
        case libraryMissing
    }

    package let kind: Kind
    /// One sentence without the file's name or content.
    package let description: String
    package let notes: [String]

    package static let unknownFormat = ImportError(.unknownFormat, "Its format is not recognized.")

    init(_ kind: Kind, _ description: String, notes: [String] = []) {
        self.kind = kind
        self.description = description
        self.notes = notes
    }
}

/// An exchange in a file of another program, not redacted yet.
package struct ImportedExchange: Sendable {
    let number: Int
    /// The file's name; nil if it is the only file.
    var file: String?
    /// The index of the file among those that are imported.
    var fileNumber = 0
    let startedAt: Timestamp
    var request: HTTPRequest
    var outcome: OutcomeRecord
    let isCached: Bool
    var changes: [ConversionLosses.Kind] = []
    var isSafe = true
    var isSignIn = false

    /// The place for the report: without the query, which may contain secrets.
    package var place: String { "\(name) (\(request.method.rawValue) \(request.url.origin)\(request.url.path))" }

    package var name: String { Self.entry(number, file) }

    static func entry(_ number: Int, _ file: String?) -> String { "entry \(number)" + (file.map { " of " + $0 } ?? "") }

    package var order: (file: Int, number: Int) { (fileNumber, number) }

    /// Equal for an exchange that is in two files.
    var identity: Int64 {
        let line = "\(startedAt.microseconds) \(request.method.rawValue) \(request.url)"
        return StableHash.of(line + (request.body.map { " " + SHA256.hex($0) } ?? ""))
    }
}

package struct EntryError: Error, Sendable {
    var sort: ConversionLosses.Kind
    /// A clause without a full stop; empty when the kind of loss is enough.
    var reason = ""

    package func place(_ number: Int, _ file: String?) -> String {
        ImportedExchange.entry(number, file) + (reason.isEmpty ? "" : " (\(reason))")
    }
}

/// Finds the user in whose name each request of a file was sent.
package enum ImportPrincipals {
    /// Sets the principal of every exchange: the user that the request names, else the last who signed in before it,
    /// else the first who signed in. Returns the last principal.
    package static func name(_ exchanges: inout [ImportedExchange]) -> String? {
        let users = exchanges.map { user(of: $0.request, isSignIn: $0.isSignIn) }
        let first = users.lazy.compactMap(\.self).first
        var present: String?
        for (place, user) in users.enumerated() {
            present = user ?? present
            exchanges[place].request.principal = present ?? first
            if exchanges[place].isSignIn { exchanges[place].request.purpose = .signIn }
        }
        return present
    }

    private static func user(of request: HTTPRequest, isSignIn: Bool) -> String? {
        request.basicUser ?? (isSignIn ? formUser(request) : nil)
    }

    private static func formUser(_ request: HTTPRequest) -> String? {
        guard request.method == .post, let body = request.body.flatMap({ String(validating: $0, as: UTF8.self) }) else {
            return nil
        }
        let name = PercentCoding.fields(of: body).first { ["user_name", "username"].contains($0.name) }?.value
        return name.flatMap { $0.isEmpty || $0.utf8.count > 255 ? nil : $0 }
    }
}
