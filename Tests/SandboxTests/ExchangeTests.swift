import ExchangeModel
import Foundation
import Notation
import TestSupport
import Testing

@testable import Sandbox

/// Requests to the sandbox and what it answers, from the texts in `Exchanges`; its README has the format.
struct ExchangeTests {
    @Test(arguments: ExchangeScript.all)
    func sandboxAnswersAsWritten(script: ExchangeScript) throws { try script.run() }
}

/// One test of a text: lines that are run in order, for each row of its table if it has one.
struct ExchangeScript: Sendable, CustomTestStringConvertible {
    /// A line with its file and number.
    struct Line: Sendable {
        let place: String
        var text: String
    }

    private let name: String
    /// Lines that are run once, before the rows.
    private var setup: [Line]?
    private var lines: [Line] = []
    private var rows: [Line] = []

    var testDescription: String { name }

    static let all: [ExchangeScript] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Exchanges")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".exchanges") }.sorted().flatMap { file in
            read((try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? "test unreadable", file)
        }
    }()

    private static func read(_ text: String, _ file: String) -> [ExchangeScript] {
        var scripts: [ExchangeScript] = []
        var isInTable = false
        for (offset, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Line(place: "\(file):\(offset + 1)", text: String(text))
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("test ") {
                scripts.append(ExchangeScript(name: "\(file): \(text.dropFirst(5))"))
                isInTable = false
                continue
            }
            guard let last = scripts.indices.last else { continue }
            if text == "for each" {
                (scripts[last].setup, scripts[last].lines) = (scripts[last].lines, [])
            } else if text == "where" {
                isInTable = true
            } else if isInTable {
                scripts[last].rows.append(Line(place: line.place, text: String(text.drop { $0 == " " })))
            } else if text.hasPrefix("  "), let place = scripts[last].lines.indices.last {
                let isDocument = scripts[last].lines[place].text.hasPrefix("graphql ")
                scripts[last].lines[place].text += (isDocument ? " " : "") + text.drop { $0 == " " }
            } else {
                scripts[last].lines.append(line)
            }
        }
        return scripts
    }

    private init(name: String) { self.name = name }

    /// Whether nothing is written, no session is used, and no password is wrong.
    private var onlyReads: Bool {
        ((setup ?? []) + lines + rows).allSatisfy { !$0.text.contains("mutation") }
            && ((setup ?? []) + lines).map(\.text).allSatisfy(ExchangeScript.onlyReads)
    }

    private static func onlyReads(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        for (word, name) in zip(words, words.dropFirst()) where word == ">" {
            guard ["Accept:", "Content-Type:", "variables:", "operationName:"].contains(name) else { return false }
        }
        switch words[0] {
        case "create", "update", "move", "sandbox", "browse", "log", "submit": return false
        case "POST", "PUT", "PATCH", "DELETE":
            return words[1] == "/api/now/graphql" || words[1].hasPrefix("/api") && line.contains(" -> 4")
        case "let": return words.count < 4 || !["create", "cookies"].contains(words[3])
        case "as", "user":
            guard words[0] == "as" || words.contains("as"), let user = words.last else { return true }
            return ["nobody", "admin:admin"].contains(user) || user.hasSuffix(":password")
        default: return !words[0].hasPrefix("{{")
        }
    }

    func run() throws {
        var run = try ExchangeRun(onlyReads: onlyReads)
        if let setup { try run.perform(setup, nil) }
        let start = run
        for row in rows.isEmpty ? [nil] : rows.map(Optional.some) {
            if !rows.isEmpty { run.begin(like: start) }
            try run.perform(lines, row)
        }
    }
}

/// Runs lines with one sandbox, which all tests that only read share.
private struct ExchangeRun {
    private struct Request {
        let method: HTTPMethod
        let target: String
        var body: String?
        var headers = HeaderFields()
        /// The members of the body of a GraphQL request.
        var members: [JSON.Member]?
        /// The media type of the body unless a header field gives one.
        var defaultType: String?
        /// The status, or where a redirect leads; nil for any success.
        var expected: String?
    }

    private var client: SandboxClient
    /// Sends the requests in place of the client.
    private var browser: Browser?
    private var values: [String: String] = [:]
    private var request: Request?
    private var response = HTTPResponse(status: 0)
    private var place = ""
    private var shown = ""

    init(onlyReads: Bool) throws {
        client = try onlyReads ? SandboxClient.reading() : ExchangeRun.client("")
    }

    /// The next row begins with the user that the first one began with.
    mutating func begin(like start: ExchangeRun) { (client.user, browser) = (start.client.user, start.browser) }

    /// A new sandbox: `fault=truncate=2 tokenLifetime=60`.
    private static func client(_ options: String) throws -> SandboxClient {
        var client = try SandboxClient { sandbox in
            for option in options.split(separator: " ") {
                let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
                switch parts[0] {
                case "fault": sandbox.faults.append(try Fault(parts[1]))
                case "tokenLifetime": sandbox.tokenLifetime = Int64(parts[1])
                case "sessionLifetime": sandbox.sessionLifetime = Int64(parts[1]) ?? 0
                case "pageSignIn": sandbox.pageSignIn = PageSignIn(rawValue: parts[1]) ?? .form
                case "build": sandbox.build = parts[1]
                default: Issue.record("unknown option \(option)")
                }
            }
        }
        client.user = "john.doe:password"
        return client
    }

    /// Runs lines with the cells of a row as `{{1}}`, `{{2}}` …
    mutating func perform(_ lines: [ExchangeScript.Line], _ row: ExchangeScript.Line?) throws {
        let cells = row?.text.split(separator: " | ", omittingEmptySubsequences: false).map(String.init) ?? []
        for (offset, cell) in cells.enumerated() { values[String(offset + 1)] = cell == "-" ? "" : cell }
        for line in lines {
            place = [line.place, row?.place].compactMap { $0 }.joined(separator: ", ")
            shown = [line.text, row?.text].compactMap { $0 }.joined(separator: " with ")
            try perform(filled(line.text))
        }
        try send()
    }

    private mutating func perform(_ line: String) throws {
        let word = String(line.prefix { $0 != " " }), rest = String(line.dropFirst(word.count + 1))
        if word == ">" { return addHeader(rest) }
        try send()
        switch word {
        case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "BREW", "submit", "log", "graphql":
            let (line, expected) = halves(" " + rest, " -> ")
            let parts = line.split(separator: " > ", omittingEmptySubsequences: false)
            request = parsed(word, String(parts[0].dropFirst()))
            request?.expected = expected
            for line in parts.dropFirst() { addHeader(String(line)) }
        case "user":
            let parts = rest.split(separator: " > ").map(String.init), (name, more) = halves(parts[0], " ")
            let before = client.user, isAs = more.hasPrefix("as ")
            if isAs { client.user = more == "as nobody" ? nil : String(more.dropFirst(3)) }
            request = Request(method: .get, target: "/api/now/ui/user/current_user" + (isAs ? "" : more))
            request?.expected = Int(name) == nil ? nil : name
            for line in parts.dropFirst() { addHeader(line) }
            try send()
            if Int(name) == nil { check(text(of: found(".result.user_name")), name) }
            client.user = before
        case "sandbox": client = try ExchangeRun.client(rest)
        case "as": (client.user, browser) = (rest == "nobody" ? nil : rest, nil)
        case "browse": browser = try Browser(client.sandbox, clock: client.clock, scheme: rest.isEmpty ? "http" : rest)
        case "move": client.clock.advance(by: Int64(rest) ?? 0)
        case "let":
            let parts = rest.split(separator: " = ", maxSplits: 1).map(String.init)
            values[parts[0]] = try value(parts[1])
        case "create": values["id"] = try value(line)
        case "update":
            let (head, body) = halves(rest, " : "), (table, query) = halves(head, " ")
            let id = try client.admin.list(table, query, "sys_id").first ?? "none"
            try check(client.admin.ask(.patch, "/api/now/table/\(table)/\(id)", body: body).status, 200)
        case "list", "letters", "count": response = HTTPResponse(status: 200, body: Array(try value(line).utf8))
        default: try expect(word, rest)
        }
    }

    /// A request that is complete except for its header fields.
    private mutating func parsed(_ word: String, _ line: String) -> Request {
        switch word {
        case "submit": return form(halves(line, " ").0, halves(line, " ").1)
        case "log":
            let words = line.split(separator: " ").map(String.init), used = browser
            browser = try? used ?? Browser(client.sandbox, clock: client.clock)
            response = browser?.get("/login.do") ?? response
            return form("sysverb_login", "user_name=`\(words[1])`&user_password=`\(words[2])`")
        case "graphql":
            return Request(method: .post, target: "/api/now/graphql", members: [.init("query", .string(line))])
        default:
            let (target, body) = ExchangeRun.target(line)
            var request = Request(method: HTTPMethod(rawValue: word), target: target, body: body)
            guard let body, !body.hasPrefix("{") else { return request }
            if let browser {
                let token = body.hasPrefix("sysparm_ck=") ? "" : "sysparm_ck=\(browser.token)&"
                request.body = token + ExchangeRun.encoded(body)
            }
            let isForm = browser != nil || target.hasPrefix("/oauth_")
            request.defaultType = isForm ? "application/x-www-form-urlencoded" : nil
            return request
        }
    }

    /// Checks the last response.
    private func expect(_ word: String, _ rest: String) throws {
        let body = response.text
        switch word {
        case "=": check(body, rest)
        case "contains": #expect(body.contains(rest), "\(place): \(shown), not \(body)")
        case "lacks": #expect(!body.contains(rest), "\(place): \(shown), not \(body)")
        case "begins": #expect(body.hasPrefix(rest), "\(place): \(shown), not \(body)")
        case "ends": #expect(body.hasSuffix(rest), "\(place): \(shown), not \(body)")
        case "page": check(body.pageBody.replacing("\n", with: ""), rest)
        case "links":
            let (beginning, wanted) = halves(rest, " = ")
            check(PageFields.links(body).filter { $0.hasPrefix(beginning) }.joined(separator: ", "), wanted)
        case "times": check(String(body.count(of: halves(rest, " ").1)), halves(rest, " ").0)
        case "fields": check(response.headers.map(\.name).joined(separator: " "), rest)
        case "@":
            let (name, wanted) = halves(rest, ": ")
            check(response.headers.values(of: name).joined(separator: " & "), wanted == "-" ? "" : wanted)
        case "names", "each":
            let (source, wanted) = halves(rest, " = ")
            try check(value(word + " " + source), wanted)
        case "size":
            let (path, wanted) = halves(rest, " = "), json = found(path) ?? .null
            check(String(SandboxClient.elements(json).count + SandboxClient.names(json).count), wanted)
        case "base64":
            let (path, wanted) = halves(rest, " = "), bytes = Base64.decode(text(of: found(path)).utf8)
            check(String(decoding: bytes ?? [], as: UTF8.self), wanted)
        case "length": check(response.headers["Content-Length"], String(rest.utf8.count))
        case "changed":
            let (before, wanted) = halves(rest, " = "), old = try JSON(JSONDocument(before).root)["result"]
            let changed = SandboxClient.names(old).filter { found(".result")?[$0] != old?[$0] }
            check(changed.joined(separator: ", "), wanted)
        case "same": compare(rest)
        case _ where word.hasPrefix("."): try check(value(word), String(rest.dropFirst(2)))
        default: Issue.record("\(place): unknown line '\(shown)'")
        }
    }

    /// `TEXT SIGN TEXT`: equal, different, with a beginning, an end, a part or without it, matched as a whole.
    private func compare(_ line: String) {
        for (sign, isRight) in ExchangeRun.signs {
            let (left, right) = halves(line, " \(sign) ")
            guard left.utf8.count < line.utf8.count else { continue }
            #expect(isRight(left, right), "\(place): \(line)")
            return
        }
        Issue.record("\(place): unknown comparison '\(shown)'")
    }

    private static let signs: KeyValuePairs<String, @Sendable (String, String) -> Bool> = [
        "!=": { $0 != $1 }, "!~": { !$0.contains($1) }, "~": { $0.contains($1) }, "^": { $0.hasPrefix($1) },
        "$": { $0.hasSuffix($1) }, "/": { (try? Regex($1).wholeMatch(in: $0)) ?? nil != nil }, "==": { $0 == $1 },
    ]

    private func check<Value: Equatable>(_ found: Value, _ wanted: Value) {
        expectEqual(found, wanted, "\(place): \(shown)")
    }

    private mutating func addHeader(_ line: String) {
        let (name, value) = halves(line, ":"), text = String(value.drop { $0 == " " })
        if request?.members != nil, name == "variables", let root = try? JSONDocument(text).root {
            request?.members?.append(.init(name, JSON(root)))
        } else if request?.members != nil, name == "operationName" {
            request?.members?.append(.init(name, .string(text)))
        } else {
            request?.headers.append(name, text)
        }
    }

    /// Sends the request whose header fields are complete, and checks status or redirect.
    private mutating func send() throws {
        guard var sent = request else { return }
        request = nil
        if let members = sent.members { sent.body = JSON.object(members).compact }
        if let type = sent.defaultType, sent.headers["Content-Type"] == nil {
            sent.headers.append("Content-Type", type)
        }
        response =
            try browser?.ask(sent.method, sent.target, headers: sent.headers, body: sent.body.map { Array($0.utf8) })
            ?? client.ask(sent.method, sent.target, body: sent.body, headers: sent.headers)
        let status = String(response.status)
        guard let expected = sent.expected, !expected.isEmpty else {
            let isRight = (200..<300).contains(response.status) || response.redirect.hasPrefix("302 /login_redirect.do")
            return #expect(isRight, "\(place): \(status) before '\(shown)': \(response.text.prefix(500))")
        }
        #expect(
            [status, response.redirect].contains(Int(expected) == nil ? "302 " + expected : expected),
            "\(place): \(response.redirect) before '\(shown)': \(response.text.prefix(500))")
    }

    /// The form of the last page with some fields changed, sent with a button.
    private func form(_ button: String, _ changes: String) -> Request {
        let page = response.text, action = page.split(separator: " action=\"").dropFirst().first ?? "?\""
        let changed = PercentCoding.fields(of: ExchangeRun.encoded(changes)).map { ($0.name, $0.value) }
        let fields = PageFields.of(page, changing: Dictionary(changed) { $1 }) + [("sys_action", button)]
        let body = ([("sysparm_ck", browser?.token ?? "")] + fields).map { name, value in
            PercentCoding.encode(name) + "=" + PercentCoding.encode(value)
        }
        return Request(
            method: .post, target: String(action.prefix { $0 != "\"" }), body: body.joined(separator: "&"),
            headers: ["Content-Type": "application/x-www-form-urlencoded"])
    }

    /// A value by its source: a place in the last response, records, a new record, a quoted text.
    private func value(_ source: String) throws -> String {
        let (word, rest) = halves(source, " ")
        switch word {
        case "create": return try client.create(halves(rest, " ").0, halves(rest, " ").1)
        case "count": return try client.count(halves(rest, ": ").0, halves(rest, ": ").1)
        case "list", "letters":
            let (head, query) = halves(rest, ": "), (table, columns) = halves(head, " ")
            let rows = try client.rows(table, query, columns).map { $0.joined(separator: "/") }
            return rows.joined(separator: word == "list" ? ", " : "")
        case "names": return SandboxClient.names(found(rest)).joined(separator: ", ")
        case "each":
            let (list, path) = halves(rest, " ")
            return SandboxClient.elements(found(list) ?? .null).map { text(of: found(path, in: $0)) }
                .joined(separator: ", ")
        case "sum":
            let (list, path) = halves(rest, " ")
            let elements = SandboxClient.elements(found(list) ?? .null)
            return String(elements.reduce(0) { $0 + (Int(text(of: found(path, in: $1))) ?? 0) })
        case "cookies": return browser?.cookieLine ?? SandboxClient.cookies(response)
        case "token": return browser?.token ?? ""
        case "upper": return rest.uppercased()
        case "->": return String(response.redirect.dropFirst(4))
        case "?":
            let target = response.headers["Location"].flatMap { HTTPURL($0) }
            return target?.queryFields.first { $0.name == rest }?.value ?? "-"
        case "body": return response.text
        case "@": return response.headers.values(of: rest).joined(separator: " & ")
        case _ where word.hasPrefix("."): return text(of: found(word))
        default: return String(source.dropFirst().dropLast())
        }
    }

    /// The value at a path of the last response or another value: `.result.0.number`.
    private func found(_ path: String, in json: JSON? = nil) -> JSON? {
        path.split(separator: ".").reduce(json ?? response.json) { json, step in
            Int(step).map { json?[$0] } ?? json?[String(step)]
        }
    }

    /// A string as it is, other values as JSON; `-` for none.
    private func text(of json: JSON?) -> String {
        if case .string(let text)? = json { text } else { json?.compact ?? "-" }
    }

    /// A line with values in place of names; a value may contain names too.
    private func filled(_ text: String) -> String {
        var text = text
        for _ in 0..<3 where text.contains("{{") {
            for (name, value) in values { text = text.replacing("{{" + name + "}}", with: value) }
        }
        return text
    }

    /// A request's target, in which text between backquotes is percent-encoded, and its body.
    private static func target(_ line: String) -> (String, body: String?) {
        var rest = line[...], isQuoted = false
        let target = rest.prefix { character in
            if character == "`" { isQuoted.toggle() }
            return isQuoted || character != " "
        }
        rest = rest.dropFirst(target.count + 1)
        return (encoded(target), rest.isEmpty ? nil : rest == "(empty)" ? "" : String(rest))
    }

    /// A text in which parts between backquotes are percent-encoded.
    private static func encoded(_ text: some StringProtocol) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
            place % 2 == 0 ? String(part) : PercentCoding.encode(String(part))
        }.joined()
    }

    /// The texts before and after a sign; the second is empty without one.
    private func halves(_ text: String, _ sign: String) -> (String, String) {
        let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }
}
