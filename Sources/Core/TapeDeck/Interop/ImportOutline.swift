import CassetteStore
import ExchangeModel

/// What an import keeps of an exchange in memory while it decides which exchanges are imported, in what order and in
/// whose name. It has the same size for all exchanges.
struct ImportOutline: Sendable {
    /// An origin, shared by the exchanges that have it.
    final class Origin: Sendable {
        /// As request keys have it.
        let key: String
        let text: String

        init(_ url: HTTPURL) { (key, text) = (RequestParts.origin(of: url), url.origin) }
    }

    let number: Int
    /// The index of the file among those that are imported.
    var file = 0
    /// Where the entry is in the file, or the exchange among those in memory.
    let range: Range<Int>
    let startedAt: Timestamp
    /// The exchange's number on the tape that was exported; nil in a file of another program.
    let sequence: Int64?
    let origin: Origin
    /// Hashes of the request line's target, and of the whole request with its time.
    let target, identity: Int64
    let isSafe, isCached, isSignIn: Bool
    /// The user that the request itself names.
    let user: String?
    var principal: String?

    /// The place in the order of the files.
    var place: (file: Int, number: Int) { (file, number) }

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
