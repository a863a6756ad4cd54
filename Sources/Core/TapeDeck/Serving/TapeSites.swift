package import CassetteStore
package import ExchangeModel
import Redactors

/// What a tape contains of each of its instances.
///
/// Of an instance's sessions, the last consecutive ones of the same user count: earlier ones were those of another
/// user, or before the tape continued with another instance. Sessions of clients with names are separate. Requests of
/// one session may reach several instances.
package struct TapeSites: Sendable {
    /// Sites by instance: the instance of the last session first, then the others as they appear on the tape. Of each
    /// instance, the site of sessions without a client's name comes first, then one for each client.
    package private(set) var instances: [[TapeSite]] = []
    /// How many instances are left out, because a server has ports for each.
    package private(set) var omitted = 0
    package static let maxInstances = 16
    /// The names of response headers whose values were withheld, because they may be secrets.
    package private(set) var withheldHeaders: [String] = []

    /// An instance, without the port of a loopback address, and a client.
    private struct Key: Hashable {
        package var origin: String
        var client: String?
    }

    private struct Session {
        var client: String?
        var user: String?
    }

    /// The sessions that count, by number.
    private var counted: [Int64: Session] = [:]
    /// Those that are a site's own: recorded with its instance.
    private var own: [Key: Set<Int64>] = [:]
    private var sites: [TapeSite] = []
    private var places: [Key: Int] = [:]
    private let ignored: IgnoredParts

    /// The instance of a tape's last session, the first of its instances; nil if that session has none.
    package static func main(of cassette: Cassette) throws(CassetteError) -> HTTPURL? {
        try cassette.sessions().last.flatMap { HTTPURL($0.instance) }
    }

    /// Reads all requests of a tape and no bodies of responses. There are no instances if the last session has none.
    ///
    /// - Parameter ignored: what does not count in requests.
    package init(of cassette: Cassette, ignoring ignored: IgnoredParts = IgnoredParts()) throws(CassetteError) {
        self.ignored = ignored
        guard let main = try Self.main(of: cassette) else { return }
        let sessions = try cassette.sessions()
        let clients = Dictionary(grouping: sessions) { ClientLabel(settings: $0.settings)?.name }
        for (client, sessions) in clients { count(sessions, of: client) }
        let origin = RequestParts.origin(of: main)
        _ = place(of: Key(origin: origin, client: nil), main, user: sessions.last?.user)
        try cassette.forEachRequest { exchange throws(CassetteError) in
            noteWithheld(exchange)
            guard let session = counted[exchange.request.session], let request = HTTPRequest(exchange.request),
                let site = place(of: exchange, request.url, session)
            else { return }
            sites[site].add(exchange, request)
        }
        group(main: origin)
    }

    private mutating func count(_ sessions: [SessionRecord], of client: String?) {
        for (place, last) in sessions.enumerated().reversed() {
            guard let url = HTTPURL(last.instance) else { continue }
            let key = Key(origin: RequestParts.origin(of: url), client: client)
            guard own[key] == nil else { continue }
            let run = sessions[...place].reversed().prefix { $0.instance == last.instance && $0.user == last.user }
            own[key] = Set(run.map(\.id))
            for session in run { counted[session.id] = Session(client: client, user: session.user) }
        }
    }

    private mutating func noteWithheld(_ exchange: ExchangeRecord) {
        guard case .response(let response) = exchange.outcome else { return }
        for field in response.headers where Placeholder.isWhole(field.value.utf8) {
            if HeaderPolicy.isOfInstances(field.name) { continue }
            let isNew = !withheldHeaders.contains { HeaderFields.same($0, field.name) }
            if isNew, withheldHeaders.count < 256 { withheldHeaders.append(field.name) }
        }
    }

    private mutating func place(of exchange: ExchangeRecord, _ url: HTTPURL, _ session: Session) -> Int? {
        let key = Key(origin: RequestParts.origin(of: url), client: session.client)
        let isOwn = exchange.request.command == nil || own[key]?.contains(exchange.request.session) ?? false
        // A session's commands may connect to another instance, or reach a host that is none.
        let isConnected = own[key] == nil && (places[key] != nil || url.path.hasPrefix("/api/now/"))
        guard isOwn || isConnected else { return nil }
        return place(
            of: key, HTTPURL(scheme: url.scheme, host: url.host, port: url.port),
            user: isOwn ? session.user : exchange.request.principal)
    }

    /// The place of a site, which is made if there is none.
    private mutating func place(of key: Key, _ origin: HTTPURL, user: String?) -> Int {
        if let place = places[key] { return place }
        places[key] = sites.count
        sites.append(TapeSite(origin, user: user, client: key.client, ignoring: ignored))
        return sites.count - 1
    }

    private mutating func group(main: String) {
        var order = [main], groups: [String: [TapeSite]] = [:]
        // Hosts that were only signed in at are no instances.
        for site in sites where site.holdsCommands || RequestParts.origin(of: site.origin) == main {
            var site = site
            site.sort()
            let origin = RequestParts.origin(of: site.origin)
            if groups[origin] == nil, origin != main { order.append(origin) }
            groups[origin, default: []].insert(site, at: site.client == nil ? 0 : groups[origin]?.count ?? 0)
        }
        omitted = max(0, order.count - Self.maxInstances)
        for origin in order.prefix(Self.maxInstances) {
            let all = groups[origin] ?? []
            let used = all.filter { $0.client != nil || $0.holdsCommands }
            instances.append(used.isEmpty ? all : used)
        }
    }
}
