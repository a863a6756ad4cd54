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

    /// A UTF-8 text without its byte order mark.
    static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

/// A file of another program: its exchanges in order, and what could not be read. Nothing is redacted yet.
package struct ImportedFile: Sendable {
    let context: ImportContext
    private(set) var outlines: [ImportOutline] = []
    var losses = ConversionLosses()
    /// Secrets that the file names outside its exchanges.
    var secrets: [Secret] = []
    /// Reads entries and commands again; nil for formats that are read whole, whose exchanges are in `held`.
    private let reader: HARReader?
    private var held: [ImportedExchange] = []
    private var origins: [HTTPURL: ImportOutline.Origin] = [:]
    /// The number of entries, including those that cannot be read.
    package private(set) var count = 0
    private var last: Timestamp?

    struct Secret: Sendable {
        package var text: String
        /// The word in its placeholder.
        var label: String
    }

    /// The sessions and commands in a file that Snowdeck wrote; only if it is the only file.
    var log: HARExtensionLog? { reader?.log }

    /// A file that is read whole.
    init(_ context: ImportContext) { (self.context, reader) = (context, nil) }

    /// A file whose entries are read again when they are needed.
    init(_ context: ImportContext, _ reader: HARReader) { (self.context, self.reader) = (context, reader) }

    /// Adds the next entry; one that cannot be read is a loss.
    package mutating func add(
        at range: Range<Int>? = nil, _ read: (_ number: Int) throws(EntryError) -> ImportedExchange
    ) {
        count += 1
        do throws(EntryError) {
            var exchange = try read(count)
            exchange.file = context.name
            let url = exchange.request.url
            let origin = HTTPURL(scheme: url.scheme, host: url.host, port: url.port)
            let known = origins[origin] ?? ImportOutline.Origin(url)
            origins[origin] = known
            outlines.append(ImportOutline(exchange, context, known, at: range ?? held.count..<held.count + 1))
            if range == nil { held.append(exchange) }
        } catch {
            let (number, name) = (count, context.name)
            losses.add(error.sort, at: error.place(number, name))
        }
    }

    /// Adds a checked draft. One without a time gets that of its response; none gets one before its predecessor, because
    /// these files are in the order in which their own programs play them.
    package mutating func add(_ draft: ExchangeDraft) {
        var time = draft.startedAt
        if time == nil {
            let next = last.map { Timestamp(microseconds: $0.microseconds &+ 1) }
            let known = draft.response?.headers.first { HeaderFields.same($0.0, "Date") }.flatMap {
                HARTime.ofCookie($0.1)
            }
            time = max(known ?? next ?? context.now, next ?? Timestamp(microseconds: .min))
            if draft.response != nil { losses.add(.noTimes) }
        }
        let startedAt = max(time ?? context.now, last ?? Timestamp(microseconds: .min))
        last = startedAt
        let limit = context.bodyLimit
        add { (number) throws(EntryError) in try draft.exchange(number, startedAt: startedAt, bodyLimit: limit) }
    }

    /// The exchange of an outline.
    func exchange(_ outline: ImportOutline) throws(ImportError) -> ImportedExchange {
        guard let reader else { return held[outline.range.lowerBound] }
        var exchange = try reader.exchange(outline.number, at: outline.range)
        exchange.file = context.name
        return exchange
    }

    /// The command of an outline.
    func command(_ outline: HARExtensionLog.Command) throws(ImportError) -> TapedCommand {
        guard let command = try reader?.command(at: outline.range) else { throw .changed }
        return command
    }

    /// Throws if the file has changed since it was opened.
    func confirm() throws(ImportError) { try reader?.text.confirm() }
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
package struct ImportedExchange: Sendable {
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
    package var place: String { "\(name) (\(request.method.rawValue) \(request.url.origin)\(request.url.path))" }

    package var name: String { Self.entry(number, file) }

    static func entry(_ number: Int, _ file: String?) -> String { "entry \(number)" + (file.map { " of " + $0 } ?? "") }
}

package struct EntryError: Error, Sendable {
    var sort: ConversionLosses.Kind
    /// A clause without a full stop; empty when the kind of loss is enough.
    var reason = ""

    package func place(_ number: Int, _ file: String?) -> String {
        ImportedExchange.entry(number, file) + (reason.isEmpty ? "" : " (\(reason))")
    }
}

/// What an import keeps of an exchange in memory while it decides which exchanges are imported, in what order and in
/// whose name. It has the same size for all exchanges.
package struct ImportOutline: Sendable {
    /// An origin, shared by the exchanges that have it.
    package final class Origin: Sendable {
        /// As request keys have it.
        let key: String
        package let text: String

        init(_ url: HTTPURL) { (key, text) = (RequestParts.origin(of: url), url.origin) }
    }

    let number: Int
    /// The index of the file among those that are imported.
    var file = 0
    /// Where the entry is in the file, or the exchange among those in memory.
    package let range: Range<Int>
    let startedAt: Timestamp
    /// The exchange's number on the tape that was exported; nil in a file of another program.
    let sequence: Int64?
    package let origin: Origin
    /// Hashes of the request line's target, and of the whole request with its time.
    let target, identity: Int64
    let isSafe, isCached, isSignIn: Bool
    /// The user that the request itself names.
    let user: String?
    var principal: String?

    /// The place in the order of the files.
    package var place: (file: Int, number: Int) { (file, number) }

    init(_ exchange: ImportedExchange, _ context: ImportContext, _ origin: Origin, at range: Range<Int>) {
        let request = exchange.request
        (number, startedAt, sequence) = (exchange.number, exchange.startedAt, exchange.own?.sequence)
        (self.origin, self.range, isCached) = (origin, range, exchange.isCached)
        (isSafe, isSignIn) = (Safety.isSafe(request), context.isSignIn(request))
        user = ImportPrincipals.user(of: request, isSignIn: isSignIn)
        principal = exchange.own?.principal
        target = StableHash.of(request.url.target)
        identity = context.name == nil ? 0 : Self.identity(of: exchange)
    }

    /// Equal for an exchange that is in two files.
    private static func identity(of exchange: ImportedExchange) -> Int64 {
        let request = exchange.request
        let line = "\(exchange.startedAt.microseconds) \(request.method.rawValue) \(request.url)"
        return StableHash.of(line + (request.body.map { " " + SHA256.hex($0) } ?? ""))
    }
}

/// Finds the user in whose name each request of a file was sent.
package enum ImportPrincipals {
    /// Sets the principal of every exchange: the user that the request names, else the last who signed in before it,
    /// else the first who signed in. Returns the last principal.
    package static func name(_ outlines: inout [ImportOutline]) -> String? {
        var present: String?
        let first = outlines.lazy.compactMap(\.user).first
        for place in outlines.indices {
            if let user = outlines[place].user { present = user }
            outlines[place].principal = present ?? first
        }
        return present
    }

    /// The user that a request names: in its header, or in the form that signs in.
    static func user(of request: HTTPRequest, isSignIn: Bool) -> String? {
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
