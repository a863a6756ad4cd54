package import ExchangeModel
import Notation

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
        var text: String
        /// The word in its placeholder.
        var label: String
    }

    /// The sessions and commands in a file that Snowdeck wrote; only if it is the only file.
    var log: HARExtensionLog? { reader?.log }

    /// A file that is read whole.
    init(_ context: ImportContext) {
        (self.context, reader) = (context, nil)
    }

    /// A file whose entries are read again when they are needed.
    init(_ context: ImportContext, _ reader: HARReader) { (self.context, self.reader) = (context, reader) }

    /// Adds the next entry; one that cannot be read is a loss.
    mutating func add(
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
    mutating func add(_ draft: ExchangeDraft) {
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
        add { (number) throws(EntryError) in
            try draft.exchange(number, startedAt: startedAt, bodyLimit: limit)
        }
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
