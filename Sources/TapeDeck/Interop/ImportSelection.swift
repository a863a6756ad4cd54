import CassetteStore
import ExchangeModel

/// Selects the exchanges of an import and orders them.
struct ImportSelection {
    /// Whether all instances are imported.
    private let isWhole: Bool
    private let wanted: HTTPURL?
    private(set) var taken: [ImportedExchange] = []
    /// The instance's origin as in the file; nil when nothing is selected.
    private(set) var instance: String?

    /// - Parameters:
    /// - isWhole: whether the file is an exported tape, which may have used several instances.
    /// - wanted: the instance to import; nil for the one with the most exchanges.
    init(isWhole: Bool, _ wanted: HTTPURL?) {
        (self.isWhole, self.wanted) = (isWhole, wanted)
    }

    /// Takes the exchanges of a file, without those that an earlier file also contains.
    mutating func take(_ file: ImportedFile, _ losses: inout ConversionLosses) {
        let before = Set(taken.map(Moment.init))
        for exchange in file.exchanges {
            guard !before.contains(Moment(exchange)) else {
                losses.add(.repeated, at: exchange.place)
                continue
            }
            taken.append(exchange)
        }
    }

    private struct Moment: Hashable {
        let startedAt: Timestamp
        let method: HTTPMethod
        let url: HTTPURL
        let body: [UInt8]?

        init(_ exchange: ImportedExchange) {
            startedAt = exchange.startedAt
            (method, url, body) = (exchange.request.method, exchange.request.url, exchange.request.body)
        }
    }

    /// Drops other instances' exchanges and those that were never sent, and orders the rest.
    mutating func choose(_ losses: inout ConversionLosses) {
        chooseInstance(&losses)
        let isOwn = !taken.isEmpty && taken.allSatisfy { $0.own != nil }
        func isBefore(_ left: ImportedExchange, _ right: ImportedExchange) -> Bool {
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

    private mutating func chooseInstance(_ losses: inout ConversionLosses) {
        var counts: [String: (count: Int, first: Int, origin: String)] = [:]
        for (place, exchange) in taken.enumerated() {
            let url = exchange.request.url
            counts[RequestParts.origin(of: url), default: (0, place, url.origin)].count += 1
        }
        if wanted == nil, isWhole { return }
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
    private mutating func leaveOutCached(_ losses: inout ConversionLosses) {
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
