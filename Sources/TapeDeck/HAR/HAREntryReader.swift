import CassetteStore
import ExchangeModel
import Notation

/// Reads one entry of a HAR. What is missing or of a wrong type makes the entry unreadable, and no other.
struct HAREntryReader {
    /// The sessions that Snowdeck wrote into the file: what it wrote into an entry counts when it names one of them.
    let sessions: Set<Int64>

    func read(_ entry: JSONNode, number: Int) throws(HARFault) -> HARExchange {
        let own = entry[HAROwn.name].flatMap(HAROwn.Exchange.init).flatMap {
            sessions.contains($0.session) ? $0 : nil
        }
        guard let request = entry["request"], request.kind == .object else { throw unreadable("it has no request") }
        guard let response = entry["response"], response.kind == .object else { throw unreadable("it has no response") }
        guard let method = request["method"]?.string, !method.isEmpty, method.utf8.allSatisfy(HeaderValue.isToken)
        else { throw unreadable("its method is none") }
        guard let address = request["url"]?.string else { throw unreadable("it has no address") }
        guard let url = HTTPURL(address) else { throw fault(ofAddress: address) }
        guard let began = entry["startedDateTime"]?.string.flatMap({ Timestamp(isoText: $0) }) else {
            throw unreadable("its startedDateTime is no moment")
        }
        var exchange = HARExchange(
            number: number, startedAt: began, request: HTTPRequest(HTTPMethod(rawValue: method), url),
            outcome: .interrupted, own: own)
        try refuseStrangers(entry, response, own)
        if let from = entry["_fromCache"]?.string, from == "memory" || from == "disk" { exchange.isCached = true }
        HARRequestReader(isOwn: own != nil).read(request, into: &exchange)
        if let outcome = own?.outcome {
            exchange.outcome = outcome
        } else {
            let answer = try HARResponseReader(isOwn: own != nil).read(response, into: &exchange)
            exchange.outcome = .response(timed(answer, entry, &exchange))
        }
        if let own { (exchange.request.purpose, exchange.request.principal) = (own.purpose, own.principal) }
        return exchange
    }

    /// What is no exchange of the kind that a tape plays again.
    private func refuseStrangers(
        _ entry: JSONNode, _ response: JSONNode, _ own: HAROwn.Exchange?
    ) throws(HARFault) {
        guard own == nil else { return }
        let status = response["status"]?.number
        if entry["_resourceType"]?.string == "websocket" || entry["_webSocketMessages"] != nil || status == "101" {
            throw HARFault(sort: .webSocket)
        }
        if [entry, response].contains(where: { $0["_fetchedViaServiceWorker"]?.bool == true }) {
            throw HARFault(sort: .serviceWorker)
        }
        if status == "206" { throw HARFault(sort: .partial) }
        if status == "0" || status == "-1" { throw HARFault(sort: .noAnswer) }
    }

    private func fault(ofAddress address: String) -> HARFault {
        let scheme = ASCII.lowercased(String(address.prefix { $0 != ":" }))
        switch scheme {
        case "ws", "wss": return HARFault(sort: .webSocket)
        case "http", "https": return unreadable("its address is none that can be asked")
        default:
            let isScheme = scheme.utf8.count < 32 && scheme.utf8.allSatisfy(ASCII.isName)
            return isScheme && scheme.utf8.count < address.utf8.count
                ? HARFault(sort: .notHTTP, reason: scheme + ":") : unreadable("its address is none")
        }
    }

    /// The answer with the entry's timings. A stage that did not happen is -1 or left out; the handshake is part of
    /// connecting.
    private func timed(_ response: HTTPResponse, _ entry: JSONNode, _ exchange: inout HARExchange) -> HTTPResponse {
        var response = response
        if let own = exchange.own {
            response.facts.timings = own.timings
            response.facts.contentCoding = own.contentCoding
            return response
        }
        var isOdd = false
        func length(_ name: String) -> Int64 {
            guard let node = entry["timings"]?[name], node.kind != .null, node.number != "-1" else { return 0 }
            if let length = HARMoment.microseconds(node) { return length }
            isOdd = true
            return 0
        }
        var timings = Timings()
        timings.resolved = length("blocked") + length("dns")
        timings.secured = timings.resolved + length("connect")
        timings.connected = max(timings.resolved, timings.secured - length("ssl"))
        timings.firstByte = timings.secured + length("send") + length("wait")
        timings.total = timings.firstByte + length("receive")
        response.facts.timings = timings
        if isOdd { exchange.changes.append(.timings) }
        return response
    }

    private func unreadable(_ reason: String) -> HARFault { HARFault(sort: .unreadable, reason: reason) }
}
