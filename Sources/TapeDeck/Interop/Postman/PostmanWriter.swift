import ExchangeModel
import Notation

/// Writes a collection in which each exchange is a request with its saved response. Secrets are variables.
struct PostmanWriter: ExchangeWriter {
    let takesRequestsAlone = true
    private let version: String
    private var variables = VariableNames()
    private var isFirst = true

    init(version: String) { self.version = version }

    func begin() -> [UInt8] {
        let info: JSON = [
            "name": "Snowdeck", "description": .string("Written by Snowdeck " + version),
            "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        ]
        return Array("{\"info\": \(info.compact),\n\"item\": [\n".utf8)
    }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> [UInt8] {
        let request = request(exchange, &losses)
        var item: [JSON.Member] = [
            .init("name", .string(exchange.request.method.rawValue + " " + exchange.request.url.path)),
            .init("request", request),
        ]
        losses.add(.times)
        item.append(.init("response", .array(response(exchange, request, &losses).map { [$0] } ?? [])))
        defer { isFirst = false }
        return (isFirst ? [] : [UInt8(ascii: ",")]) + JSON.object(item).compactBytes + [10]
    }

    func end() -> [UInt8] {
        let list = variables.names.map { name -> JSON in ["key": .string(name), "value": "", "type": "string"] }
        return Array("],\n\"variable\": \(JSON.array(list).compact)}\n".utf8)
    }

    /// A text with variables for placeholders.
    private mutating func text(_ text: String, _ losses: inout ConversionLosses) -> JSON {
        var filled = ""
        for part in VariableText(text).parts {
            switch part {
            case .variable(let name): filled += "{{" + variables.use(name, &losses) + "}}"
            case .literal(let text):
                // A collection cannot escape braces.
                if Array(text.utf8).firstPlace(of: Array("{{".utf8), from: 0) != nil { losses.add(.templates) }
                filled += text
            }
        }
        return .string(filled)
    }

    private mutating func headers(_ headers: HeaderFields, _ losses: inout ConversionLosses) -> JSON {
        var list: [JSON] = []
        for field in headers { list.append(["key": .string(field.name), "value": text(field.value, &losses)]) }
        return .array(list)
    }

    private mutating func request(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> JSON {
        let request = exchange.request
        var fields = request.headers
        var members: [JSON.Member] = [.init("method", .string(request.method.rawValue))]
        if let field = fields.first(where: BasicPlaceholder.matches) {
            fields.remove(field.name)
            let (user, password) = (variables.use("NOW_USER", &losses), variables.use("NOW_PASSWORD", &losses))
            func parameter(_ name: String, _ variable: String) -> JSON {
                ["key": .string(name), "value": .string("{{\(variable)}}"), "type": "string"]
            }
            members.append(
                .init(
                    "auth",
                    ["type": "basic", "basic": [parameter("username", user), parameter("password", password)]]))
        }
        members.append(.init("header", headers(fields, &losses)))
        if let body = request.body, !body.isEmpty {
            if let plain = String(validating: body, as: UTF8.self) {
                let isJSON = request.headers["Content-Type"].flatMap(HeaderValue.init)?.essence == "application/json"
                let options: JSON = ["raw": ["language": isJSON ? "json" : "text"]]
                members.append(
                    .init("body", ["mode": "raw", "raw": text(plain, &losses), "options": options]))
            } else {
                losses.add(.omittedBinary, at: exchange.place)
            }
        }
        members.append(.init("url", url(request.url, &losses)))
        return .object(members)
    }

    private mutating func url(_ url: HTTPURL, _ losses: inout ConversionLosses) -> JSON {
        var members: [JSON.Member] = [
            .init("raw", text(url.description, &losses)), .init("protocol", .string(url.scheme)),
            .init("host", .array(url.host.split(separator: ".").map { .string(String($0)) })),
        ]
        if let port = url.port { members.append(.init("port", .string(String(port)))) }
        var path: [JSON] = []
        for segment in url.path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            path.append(text(String(Substring(segment)), &losses))
        }
        members.append(.init("path", .array(path)))
        var query: [JSON] = []
        for field in (url.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            let value = field[name.endIndex...].dropFirst()
            query.append([
                "key": text(String(Substring(name)), &losses), "value": text(String(Substring(value)), &losses),
            ])
        }
        if url.query != nil { members.append(.init("query", .array(query))) }
        return .object(members)
    }

    private mutating func response(
        _ exchange: ExportedExchange, _ request: JSON, _ losses: inout ConversionLosses
    ) -> JSON? {
        guard let response = exchange.response else { return nil }
        let body = String(validating: response.body, as: UTF8.self)
        if body == nil { losses.add(.omittedBinary, at: exchange.place) }
        let name = "\(response.status) \(response.reason)"
        var fields: [JSON] = []
        for field in response.headers {
            fields.append(["key": .string(field.name), "value": .string(field.value)])
        }
        return [
            "name": .string(String(ASCII.trimmed(Substring(name)))), "originalRequest": request,
            "status": .string(response.reason), "code": .number(String(response.status)),
            "header": .array(fields), "cookie": [], "responseTime": HARTime.milliseconds(response.facts.timings.total),
            "body": .string(body ?? ""),
        ]
    }
}
