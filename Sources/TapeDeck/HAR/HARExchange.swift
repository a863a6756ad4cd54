import CassetteStore
import ExchangeModel

/// An entry of a HAR as an exchange: nothing of it is redacted yet.
struct HARExchange: Sendable {
    /// Its place among the file's entries, from 1.
    var number: Int
    /// The file among several; nil for the only one.
    var file: String?
    /// When it began.
    var startedAt: Timestamp
    var request: HTTPRequest
    var outcome: OutcomeRecord
    /// Whether a browser took the answer from its own cache, so that nothing was sent.
    var isCached = false
    /// What Snowdeck wrote into the entry; nil in a file of another program.
    var own: HAROwn.Exchange?
    /// In what it differs from the entry.
    var changes: [HARLosses.Sort] = []

    /// Where it stands, for the report: without the query, which may hold anything.
    var place: String {
        "\(name) (\(request.method.rawValue) \(request.url.origin)\(request.url.path))"
    }

    /// What messages call it.
    var name: String { Self.entry(number, file) }

    /// What messages call an entry.
    static func entry(_ number: Int, _ file: String?) -> String {
        "entry \(number)" + (file.map { " of " + $0 } ?? "")
    }
}

/// Why an entry does not become an exchange.
struct HARFault: Error {
    var sort: HARLosses.Sort
    /// A clause without a full stop; empty when the sort says all.
    var reason = ""

    /// Where it stands, for the report.
    func place(_ number: Int, _ file: String?) -> String {
        HARExchange.entry(number, file) + (reason.isEmpty ? "" : " (\(reason))")
    }
}
