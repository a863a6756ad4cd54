import ExchangeModel
import FoundationEssentials
import LoopbackServer

/// From a key to the screen that shows it, on an instance with 5 000 tables of which 1 000 are known with 100 columns each:
/// the line is colored, unknown fields are underlined, and the menu of candidates is open.
enum KeyRows {
    private static let name = "key to repaint, 5 000 tables, 100 000 columns"

    @Sendable static func measure(_ place: BenchEnvironment) async throws -> [BudgetRow] {
        let listener = try LoopbackListener(WideInstance())
        defer { listener.stop() }
        let script = (0..<WideInstance.described).map { "table describe \(WideInstance.table($0)) > columns.txt\n" }
            .joined()
        try script.write(toFile: place.folder + "/describe", atomically: false, encoding: .utf8)
        let words = [
            place.options.program, "--instance", "http://127.0.0.1:\(listener.port)", "--user", "john.doe", "--tape",
            "keys.cassette",
        ]
        let terminal = try BenchTerminal(words, prompt: ">", place)
        defer { terminal.end() }
        terminal.type("run describe\r")
        terminal.type("table count \(WideInstance.table(0))\r")
        guard terminal.shows("\(WideInstance.records)", within: 120) else {
            throw BenchFailure("The columns are not read.")
        }
        let menu = try typed(
            on: terminal, "table list \t\t", opening: "1 of 5000", keys: ["1", "4", "2", "\u{7F}", "\u{7F}", "\u{7F}"])
        terminal.type("\u{1B}\u{3}")
        let line = "table list \(WideInstance.table(7)) -q u_column_142=1^u_none=2 -f "
        let columns = try typed(
            on: terminal, line + "\t\t", opening: "1 of 100", keys: ["1", "9", "\u{7F}", "\u{7F}"])
        return [("tables", menu), ("columns", columns)].map { what, times in
            .limit("\(name), menu of \(what), p99", ours: times.p99, atMost: 5_000_000)
        }
    }

    /// The times of keys that are typed again and again while a menu is open.
    private static func typed(
        on terminal: BenchTerminal, _ line: String, opening menu: String, keys: [String]
    ) throws -> Sample {
        terminal.type(line)
        guard terminal.shows(menu) else { throw BenchFailure("There is no menu with \(menu).") }
        while terminal.repaint(after: "") != nil {}
        var times = Sample()
        for _ in 0..<40 {
            for key in keys {
                guard let time = terminal.repaint(after: key) else { throw BenchFailure("A key draws nothing.") }
                times.add(time)
            }
        }
        return times
    }
}

/// An instance with very many tables.
private struct WideInstance: ImmediateTransport {
    static let tables = 5000, described = 1000, columns = 100, records = 70_707

    static func table(_ number: Int) -> String { "u_table_\(10_000 + number)" }

    private static let names = (0..<tables).map {
        #"{"name":"\#(table($0))","label":"Table \#($0)"}"#
    }.joined(separator: ",")

    private static let columnList = (0..<columns).map {
        #""u_column_\#(100 + $0)":{"label":"Column \#($0)","type":"string"}"#
    }.joined(separator: ",")

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let target = request.url.description
        func holds(_ part: String) -> Bool { target.contains(part) }
        if holds("/ui/meta/") { return json(#"{"result":{"columns":{"# + Self.columnList + "}}}") }
        if holds("/stats/") { return json(#"{"result":{"stats":{"count":"\#(Self.records)"}}}"#) }
        if holds("/sys_db_object?") { return json(#"{"result":["# + Self.names + "]}", count: Self.tables) }
        return json(#"{"result":[]}"#)
    }

    private func json(_ body: String, count: Int = 0) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: ["Content-Type": "application/json;charset=UTF-8", "X-Total-Count": String(count)],
            body: Array(body.utf8))
    }
}
