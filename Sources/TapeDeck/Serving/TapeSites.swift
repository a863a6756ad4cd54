package import CassetteStore
import ExchangeModel

/// What a tape contains of each of its instances.
///
/// Of an instance's sessions, the last consecutive ones of the same user count: earlier ones were those of another
/// user, or before the tape continued with another instance. Sessions of clients with names are separate. Requests of
/// a recording proxy reach several instances in one session.
package struct TapeSites: Sendable {
    /// Sites by instance: the instance of the last session first, then the others as they appear on the tape. Of each
    /// instance, the site of sessions without a client's name comes first, then one for each client.
    package private(set) var instances: [[TapeSite]] = []
    /// How many instances are left out, because a server has ports for each.
    package private(set) var omitted = 0
    package static let maxInstances = 16

    /// An instance, without the port of a loopback address, and a client.
    private struct Key: Hashable {
        var origin: String
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

    /// Reads all requests of a tape and no responses. There are no instances if the last session has none.
    package init(of cassette: Cassette) throws(CassetteError) {
        let sessions = try cassette.sessions()
        guard let last = sessions.last, let main = HTTPURL(last.instance) else { return }
        let clients = Dictionary(grouping: sessions) { ClientLabel(settings: $0.settings)?.name }
        for (client, sessions) in clients { count(sessions, of: client) }
        let origin = RequestParts.origin(of: main)
        _ = place(of: Key(origin: origin, client: nil), main, user: last.user)
        try read(cassette)
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

    private mutating func read(_ cassette: Cassette) throws(CassetteError) {
        var last: Int64 = 0
        while true {
            let batch = try cassette.requests(after: last, limit: 1024)
            guard let end = batch.last?.id else { break }
            last = end
            for exchange in batch {
                guard let session = counted[exchange.request.session], let request = HTTPRequest(exchange.request)
                else { continue }
                let key = Key(origin: RequestParts.origin(of: request.url), client: session.client)
                // Commands may reach other hosts, which are no instances of the tape.
                let isOwn = own[key]?.contains(exchange.request.session) ?? false
                guard isOwn || exchange.request.command == nil else { continue }
                let url = request.url
                let origin = HTTPURL(scheme: url.scheme, host: url.host, port: url.port)
                sites[place(of: key, origin, user: session.user)].add(exchange, request)
            }
        }
    }

    /// The place of a site, which is made if there is none.
    private mutating func place(of key: Key, _ origin: HTTPURL, user: String?) -> Int {
        if let place = places[key] { return place }
        places[key] = sites.count
        sites.append(TapeSite(origin, user: user, client: key.client))
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
