import CassetteStore
import ExchangeModel

struct HARSelection {
    private let sessions: Set<Int64>
    private let commands: Set<Int64>
    private let wanted: HTTPURL?
    private(set) var taken: [HARExchange] = []
    /// The instance's origin as in the file; nil when nothing is selected.
    private(set) var instance: String?

    /// - Parameters:
    /// - log: the file's `_snowdeck` member; nil for another program's file.
    /// - wanted: the instance to import; nil for the one with the most entries.
    init(_ log: HARExtensionLog?, _ wanted: HTTPURL?) {
        sessions = Set(log?.sessions.map(\.id) ?? [])
        commands = Set(log?.commands.map(\.record.id) ?? [])
        self.wanted = wanted
    }

    /// Reads the readable entries of a file, without those that an earlier file also contains.
    mutating func read(_ file: HARFile, _ losses: inout HARLosses) {
        let reader = HAREntryReader(sessions: sessions)
        let before = Set(taken.map(Moment.init))
        for (place, entry) in file.entries.enumerated() {
            do throws(HAREntryError) {
                var exchange = try reader.read(entry, number: place + 1)
                if let command = exchange.own?.command, !commands.contains(command) { exchange.own?.command = nil }
                exchange.file = file.name
                guard !before.contains(Moment(exchange)) else {
                    losses.add(.repeated, at: exchange.place)
                    continue
                }
                taken.append(exchange)
            } catch {
                losses.add(error.sort, at: error.place(place + 1, file.name))
            }
        }
    }

    private struct Moment: Hashable {
        let startedAt: Timestamp
        let method: HTTPMethod
        let url: HTTPURL
        let body: [UInt8]?

        init(_ exchange: HARExchange) {
            startedAt = exchange.startedAt
            (method, url, body) = (exchange.request.method, exchange.request.url, exchange.request.body)
        }
    }

    /// Drops other instances' exchanges and those that were never sent, and orders the rest.
    mutating func choose(_ losses: inout HARLosses) {
        chooseInstance(&losses)
        let isOwn = !taken.isEmpty && taken.allSatisfy { $0.own != nil }
        func isBefore(_ left: HARExchange, _ right: HARExchange) -> Bool {
            if isOwn, let left = left.own, let right = right.own { return left.sequence < right.sequence }
            return left.startedAt < right.startedAt
        }
        let sorted = taken.enumerated().sorted { left, right in
            if isBefore(left.element, right.element) { return true }
            return !isBefore(right.element, left.element) && left.offset < right.offset
        }
        taken = sorted.map(\.element)
        for (place, entry) in sorted.enumerated() where entry.offset != place { losses.add(.order) }
        leaveOutCached(&losses)
    }

    private mutating func chooseInstance(_ losses: inout HARLosses) {
        var counts: [String: (count: Int, first: Int, origin: String)] = [:]
        for (place, exchange) in taken.enumerated() {
            let url = exchange.request.url
            counts[RequestParts.origin(of: url), default: (0, place, url.origin)].count += 1
        }
        // A tape may have used several instances and is imported whole.
        if wanted == nil, !sessions.isEmpty { return }
        let most = counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }
        guard let origin = wanted.map(RequestParts.origin) ?? most?.key else { return }
        instance = wanted?.origin ?? most?.value.origin
        taken = taken.filter { exchange in
            if RequestParts.origin(of: exchange.request.url) == origin { return true }
            losses.add(.otherHost, at: exchange.place)
            return false
        }
    }

    /// Responses from the browser's cache were not sent. One is kept if no other exchange since the last unsafe request
    /// has that response, because a strict replay does not look in earlier epochs.
    private mutating func leaveOutCached(_ losses: inout HARLosses) {
        var known: Set<[UInt8]> = []
        taken = taken.filter { exchange in
            if !Safety.isSafe(exchange.request) { known = [] }
            let isNew = known.insert(Array(exchange.request.url.target.utf8)).inserted
            guard exchange.isCached, !isNew else { return true }
            losses.add(.cached, at: exchange.place)
            return false
        }
    }
}
