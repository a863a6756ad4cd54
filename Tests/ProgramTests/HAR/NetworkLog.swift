import Chromium
import ExchangeModel
import Notation

/// What Chromium's Network domain tells of the requests of a tab, as the HAR that its developer tools save.
///
/// Those tools gather the same events; their exporter has no other door than its window. What is heard is put together
/// by request, each redirect an entry of its own.
struct NetworkLog {
    private struct Entry {
        var id: String
        var request: JSON
        var wallTime: Double
        var began: Double
        var response: JSON?
        var requestHeaders: JSON?
        var responseHeaders: JSON?
        var ended: Double?
        var body: JSON?
        var isBodyKnown = false
        var isCached = false
    }

    private var entries: [Entry] = []
    private var open: [String: Int] = [:]
    /// Header lines that come before what they belong to.
    private var sent: [String: [JSON]] = [:]
    private var came: [String: [JSON]] = [:]

    /// Takes in what a tab has told, and the bodies of what has come: the browser forgets them with the page.
    mutating func gather(_ browser: ChromiumSession) async {
        for event in browser.takeEvents() { take(event.method, event.parameters) }
        for (id, place) in open where entries[place].ended != nil && !entries[place].isBodyKnown {
            entries[place].isBodyKnown = true
            // A redirect has none.
            entries[place].body = try? await browser.call("Network.getResponseBody", ["requestId": .string(id)])
        }
    }

    /// The file.
    var har: String {
        let root: JSON = [
            "log": [
                "version": "1.2", "creator": ["name": "WebInspector", "version": "537.36"], "pages": [],
                "entries": .array(entries.compactMap(json)),
            ]
        ]
        return root.pretty
    }

    private mutating func take(_ method: String, _ event: JSON) {
        guard let id = event["requestId"]?.scalarText else { return }
        switch method {
        case "Network.requestWillBeSent":
            if let redirect = event["redirectResponse"], let before = open[id] {
                entries[before].response = redirect
                entries[before].ended = number(event["timestamp"])
            }
            entries.append(
                Entry(
                    id: id, request: event["request"] ?? .null, wallTime: number(event["wallTime"]) ?? 0,
                    began: number(event["timestamp"]) ?? 0))
            open[id] = entries.count - 1
        case "Network.responseReceived":
            if let place = open[id] { entries[place].response = event["response"] }
        case "Network.requestServedFromCache":
            if let place = open[id] { entries[place].isCached = true }
        case "Network.loadingFinished":
            if let place = open[id] { entries[place].ended = number(event["timestamp"]) }
        case "Network.requestWillBeSentExtraInfo": sent[id, default: []].append(event["headers"] ?? .null)
        case "Network.responseReceivedExtraInfo": came[id, default: []].append(event["headers"] ?? .null)
        default: return
        }
        guard method.hasSuffix("ExtraInfo") || method == "Network.requestWillBeSent" else { return }
        // The lines of the nth hop of a request belong to its nth entry.
        let hops = entries.indices.filter { entries[$0].id == id }
        for (place, headers) in zip(hops, sent[id] ?? []) { entries[place].requestHeaders = headers }
        for (place, headers) in zip(hops, came[id] ?? []) { entries[place].responseHeaders = headers }
    }

    private func number(_ json: JSON?) -> Double? { json?.scalarText.flatMap(Double.init) }

    private func json(_ entry: Entry) -> JSON? {
        guard let response = entry.response else { return nil }
        let address = entry.request["url"]?.scalarText ?? ""
        let method = entry.request["method"]?.scalarText ?? ""
        var request: [JSON.Member] = [
            .init("method", .string(method)), .init("url", .string(address)), .init("httpVersion", "http/1.1"),
            .init("headers", lines(entry.requestHeaders ?? entry.request["headers"])), .init("queryString", []),
            .init("cookies", []), .init("headersSize", .number("-1")), .init("bodySize", .number("-1")),
        ]
        if let text = entry.request["postData"] {
            let type = lines(entry.requestHeaders ?? entry.request["headers"])
            request.append(.init("postData", ["mimeType": mediaType(type), "text": text]))
        }
        let headers = lines(entry.responseHeaders ?? response["headers"])
        let text = entry.body?["body"]?.scalarText ?? ""
        var content: [JSON.Member] = [
            .init("size", .number(String(text.utf8.count))), .init("mimeType", response["mimeType"] ?? ""),
            .init("text", .string(text)),
        ]
        if entry.body?["base64Encoded"] == true { content.append(.init("encoding", "base64")) }
        let milliseconds = max(0, ((entry.ended ?? entry.began) - entry.began) * 1000)
        var members: [JSON.Member] = [
            .init("_resourceType", "document"), .init("cache", [:]), .init("request", .object(request)),
            .init(
                "response",
                [
                    "status": response["status"] ?? 0, "statusText": response["statusText"] ?? "",
                    "httpVersion": "http/1.1", "headers": headers, "cookies": [], "content": .object(content),
                    "redirectURL": "", "headersSize": .number("-1"), "bodySize": .number("-1"), "_error": nil,
                ]),
            .init("startedDateTime", .string(Timestamp(microseconds: Int64(entry.wallTime * 1e6)).exactText)),
            .init("time", .number("\(milliseconds)")),
            .init(
                "timings",
                [
                    "blocked": .number("-1"), "dns": .number("-1"), "ssl": .number("-1"), "connect": .number("-1"),
                    "send": 0, "wait": .number("\(milliseconds)"), "receive": 0,
                ]),
        ]
        if entry.isCached { members.append(.init("_fromCache", "memory")) }
        return .object(members)
    }

    private func lines(_ headers: JSON?) -> JSON {
        guard case .object(let members)? = headers else { return [] }
        return .array(members.map { ["name": .string($0.name), "value": $0.value] })
    }

    private func mediaType(_ lines: JSON) -> JSON {
        guard case .array(let all) = lines else { return "" }
        return all.first { $0["name"]?.scalarText?.lowercased() == "content-type" }?["value"] ?? ""
    }
}
