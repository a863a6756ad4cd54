import ExchangeModel
import Foundation
import Notation
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

    func run() throws {
        guard let setup else {
            for row in rows.isEmpty ? [nil] : rows.map(Optional.some) {
                var run = try ExchangeRun()
                try run.perform(lines, row)
            }
            return
        }
        var run = try ExchangeRun()
        try run.perform(setup, nil)
        for row in rows { try run.perform(lines, row) }
    }
}

/// Runs lines with one sandbox.
private struct ExchangeRun {
    private struct Request {
        let method: HTTPMethod
        let target: String
        var body: String?
        var headers = HeaderFields()
        /// The members of the body of a GraphQL request.
        var members: [JSON.Member]?
    }

    private var client: SandboxClient
    private var values: [String: String] = [:]
    private var request: Request?
    private var response = HTTPResponse(status: 0)
    private var place = ""
    private var shown = ""

    init() throws { client = try ExchangeRun.client("") }

    /// A new sandbox: `fault=truncate=2 tokenLifetime=60`.
    private static func client(_ options: String) throws -> SandboxClient {
        var client = try SandboxClient { sandbox in
            for option in options.split(separator: " ") {
                let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
                switch parts[0] {
                case "fault": sandbox.faults.append(try Fault(parts[1]))
                case "tokenLifetime": sandbox.tokenLifetime = Int64(parts[1])
                case "sessionLifetime": sandbox.sessionLifetime = Int64(parts[1]) ?? 0
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
        try send(expecting: nil)
    }

    private mutating func perform(_ line: String) throws {
        let word = String(line.prefix { $0 != " " }), rest = String(line.dropFirst(word.count + 1))
        if word == ">" { return addHeader(rest) }
        if let status = Int(word) { return try send(expecting: status) }
        try send(expecting: nil)
        switch word {
        case "sandbox": client = try ExchangeRun.client(rest)
        case "as": client.user = rest == "nobody" ? nil : rest
        case "move": client.clock.move(seconds: Int64(rest) ?? 0)
        case "let":
            let parts = rest.split(separator: " = ", maxSplits: 1).map(String.init)
            values[parts[0]] = try value(parts[1])
        case "create": values["id"] = try value(line)
        case "update":
            let (head, body) = halves(rest, " : "), (table, query) = halves(head, " ")
            let id = try client.admin.list(table, query, "sys_id").first ?? "none"
            try check(client.admin.ask(.patch, "/api/now/table/\(table)/\(id)", body: body).status, 200)
        case "list", "letters", "count": response = HTTPResponse(status: 200, body: Array(try value(line).utf8))
        case "graphql":
            request = Request(method: .post, target: "/api/now/graphql", members: [.init("query", .string(rest))])
        case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD":
            let (target, body) = ExchangeRun.target(rest)
            request = Request(method: HTTPMethod(rawValue: word), target: target, body: body)
        default: try expect(word, rest)
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
        #expect(found == wanted, "\(place): \(shown)")
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

    /// Sends the request whose header fields are complete. Without an expected status it is one of success.
    private mutating func send(expecting status: Int?) throws {
        guard var sent = request else { return }
        request = nil
        if let members = sent.members { sent.body = JSON.object(members).compact }
        response = try client.ask(sent.method, sent.target, body: sent.body, headers: sent.headers)
        let isRight = status.map { $0 == response.status } ?? (200..<300).contains(response.status)
        #expect(isRight, "\(place): \(response.status) before '\(shown)': \(response.text.prefix(500))")
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
        case "cookies": return SandboxClient.cookies(response)
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
        var target = "", rest = line[...]
        while let first = rest.popFirst(), first != " " {
            guard first == "`" else {
                target.append(first)
                continue
            }
            target += PercentCoding.encode(String(rest.prefix { $0 != "`" }))
            rest = rest.drop { $0 != "`" }.dropFirst()
        }
        return (target, rest.isEmpty ? nil : rest == "(empty)" ? "" : String(rest))
    }

    /// The texts before and after a sign; the second is empty without one.
    private func halves(_ text: String, _ sign: String) -> (String, String) {
        let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }
}
