import CassetteStore
import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Reads one entry of a HAR file. A missing member or a wrong type makes this entry unreadable, and no other.
struct HAREntryReader {
    /// The sessions in the file's `_snowdeck` member. An entry's own `_snowdeck` member counts only when it names one
    /// of them.
    let sessions: Set<Int64>
    /// The maximum size of a decompressed body.
    let bodyLimit: Int
    let files: HARBodyFiles

    func read(_ entry: JSONNode, number: Int) throws(EntryError) -> ImportedExchange {
        let own = entry[HARExtension.name].flatMap(HARExtension.Exchange.init).flatMap {
            sessions.contains($0.session) ? $0 : nil
        }
        guard let request = entry["request"], request.kind == .object else { throw unreadable("it has no request") }
        guard let response = entry["response"], response.kind == .object else { throw unreadable("it has no response") }
        guard let method = request["method"]?.string, !method.isEmpty, method.utf8.allSatisfy(HeaderValue.isToken)
        else { throw unreadable("its method is not an HTTP method") }
        guard let address = request["url"]?.string else { throw unreadable("it has no address") }
        guard let url = HTTPURL(address) else { throw EntryError(address: address) }
        guard let began = entry["startedDateTime"]?.string.flatMap({ Timestamp(isoText: $0) }) else {
            throw unreadable("its startedDateTime is not a time")
        }
        var exchange = ImportedExchange(
            number: number, startedAt: began, request: HTTPRequest(HTTPMethod(rawValue: method), url),
            outcome: .interrupted, own: own)
        try rejectUnsupported(entry, response, own)
        if let from = entry["_fromCache"]?.string, from == "memory" || from == "disk" { exchange.isCached = true }
        try HARRequestReader(isOwn: own != nil, files: files).read(request, into: &exchange)
        if let outcome = own?.outcome {
            exchange.outcome = outcome
        } else {
            let answer = try HARResponseReader(
                isOwn: own != nil, isPolly: entry["_order"] != nil, limit: bodyLimit, files: files
            ).read(response, into: &exchange)
            exchange.outcome = .response(timed(answer, entry, &exchange))
        }
        if let own { (exchange.request.purpose, exchange.request.principal) = (own.purpose, own.principal) }
        return exchange
    }

    /// Rejects exchanges that a tape cannot play.
    private func rejectUnsupported(
        _ entry: JSONNode, _ response: JSONNode, _ own: HARExtension.Exchange?
    ) throws(EntryError) {
        guard own == nil else { return }
        let status = response["status"]?.number
        if entry["_resourceType"]?.string == "websocket" || entry["_webSocketMessages"] != nil || status == "101" {
            throw EntryError(sort: .webSocket)
        }
        if [entry, response].contains(where: { $0["_fetchedViaServiceWorker"]?.bool == true }) {
            throw EntryError(sort: .serviceWorker)
        }
        if status == "206" { throw EntryError(sort: .partial) }
        if status == "0" || status == "-1" { throw EntryError(sort: .noAnswer) }
    }

    /// The response with the entry's timings. A phase that did not happen is -1 or missing; the TLS handshake is part
    /// of `connect`.
    private func timed(_ response: HTTPResponse, _ entry: JSONNode, _ exchange: inout ImportedExchange) -> HTTPResponse
    {
        var response = response
        if let own = exchange.own {
            response.facts.timings = own.timings
            response.facts.contentCoding = own.contentCoding
            if let length = own.contentLength { response.headers["Content-Length"] = length }
            return response
        }
        var isOdd = false
        func length(_ name: String) -> Int64 {
            guard let node = entry["timings"]?[name], node.kind != .null, node.number.flatMap(Double.init) != -1 else {
                return 0
            }
            if let length = HARTime.microseconds(node) { return length }
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

    private func unreadable(_ reason: String) -> EntryError { EntryError(sort: .unreadable, reason: reason) }
}

/// The `cookies` members of a HAR file, which repeat redacted header fields.
enum HARCookies {
    static func sent(_ headers: HeaderFields) -> [JSON] {
        headers.values(of: "Cookie").flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.map { pair in
            let (name, value) = halves(Substring(pair))
            return ["name": .string(name), "value": .string(value)]
        }
    }

    static func set(_ headers: HeaderFields) -> [JSON] {
        headers.values(of: "Set-Cookie").map { line in
            var parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
            let (name, value) = halves(Substring(parts.popFirst() ?? Substring().utf8))
            var members: [JSON.Member] = [.init("name", .string(name)), .init("value", .string(value))]
            var isForServers = false, isSecure = false
            for part in parts {
                let (attribute, value) = halves(Substring(part))
                switch ASCII.lowercased(attribute) {
                case "path": members.append(.init("path", .string(value)))
                case "domain": members.append(.init("domain", .string(value)))
                case "expires":
                    if let end = HARTime.ofCookie(value) { members.append(.init("expires", .string(end.description))) }
                case "samesite": members.append(.init("sameSite", .string(value)))
                case "httponly": isForServers = true
                case "secure": isSecure = true
                default: break
                }
            }
            members += [.init("httpOnly", .bool(isForServers)), .init("secure", .bool(isSecure))]
            return .object(members)
        }
    }

    private static func halves(_ pair: Substring) -> (String, String) {
        let bytes = pair.utf8
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        let value = bytes[name.endIndex...].dropFirst()
        return (String(ASCII.trimmed(Substring(name))), String(ASCII.trimmed(Substring(value))))
    }
}
