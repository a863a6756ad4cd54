import ExchangeModel
import Notation
import NowData
import Redactors
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    static let method = Argument<String>("method", .method, "GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE")
    static let path = Argument<String>("path", .path, "A path or full URL on this instance")
    static let urlParameter = Flag<[String]>(
        "param", short: "p", .parameter, mayRepeat: true, "Add this query parameter, encoded")
    static let header = Flag<[String]>("header", short: "H", .header, mayRepeat: true, "Send this header")
    static let body = Flag<String>("body", .word("TEXT"), hides: .body, "Send this body; @FILE sends a file's bytes")
    static let bodyType = Flag<String>("type", .mediaType, "Set the media type of the body")
    fileprivate static let include = Flag<Bool>("include", short: "i", "Include status and headers in the output")
}

extension Command {
    static let rest = Command(
        "rest",
        arguments: [
            .method, .path,
            Argument<[String]>("members", .assignment(of: .member), .repeated, "A member of the JSON body"),
        ], flags: [.urlParameter, .header, .body, .bodyType, .include],
        traits: Traits(value: .answer, changes: .byMethod, takesAddress: true)
    ) { run in
        let request = try await RestRequest.made(run, run.arguments)
        let writes = !Safety.isSafe(request)
        if writes {
            try await run.authorize(WritePlan(doing: "send \(request.method) \(request.url.target)", table: ""))
        }
        let answer = try await run.connected().transport.apiResponse(to: request)
        if writes { run.recordsHaveChanged() }
        let redaction = run.redaction
        let shown = RestOutput(
            answer, to: request.method, showsHead: run.arguments[.include],
            format: run.format(of: run.arguments), isFormatAsked: run.asksForFormat(run.arguments),
            masked: {
                redaction.masked(
                    answer.response.body, type: answer.response.headers["Content-Type"],
                    knowing: DocumentSecrets(of: request))
            }, headers: answer.response.headers.map { ($0.name, redaction.masked($0)) },
            reason: redaction.masked(reason: answer.response.reason))
        do {
            try answer.check()
        } catch {
            // The rejection is reported; `--include` also adds its status and headers.
            if run.arguments[.include] { shown.headLines.forEach(run.notes.add) }
            throw error
        }
        if writes { noteEmptied(request, answer, run) }
        return try shown.result(run.notes)
    }
}

/// Warns about fields that were given a value but are empty in the Table API's response.
private func noteEmptied(_ request: HTTPRequest, _ answer: APIResponse, _ run: isolated Run) {
    let path = request.url.path.split(separator: "/").drop { $0 != "table" }.dropFirst()
    guard let table = path.first, answer.isJSON, let body = try? JSONDocument(request.body ?? []).root,
        let row = (try? answer.json())?["result"].map(TableRow.init), row.sysID != nil
    else { return }
    let present = Set(row.columns)
    let fields = body.members.compactMap { name, node in
        present.contains(name) ? node.scalarText.map { (name: name, value: $0) } : nil
    }
    var differences = StoredDifferences()
    // The form of values depends on the request's parameters; only an empty value is the same in all.
    differences.compare(TableWrite(fields, readsDisplayValues: true), String(table), [], before: nil, after: row)
    differences.note(in: run.notes)
}

extension Run {
    func asksForFormat(_ arguments: BoundArguments) -> Bool {
        options.format != nil || arguments.has(.format) || settings.format != .columns
    }
}

/// A response as `rest` shows it.
struct RestOutput: Sendable {
    private let answer: APIResponse
    private let method: HTTPMethod
    private let showsHead: Bool
    private let format: Format
    private let isFormatAsked: Bool
    /// The body and the header lines, with secrets masked.
    private let masked: @Sendable () -> [UInt8]
    private let headers: [(name: String, value: String)]
    private let reason: String

    /// - Parameters:
    ///   - showsHead: whether to show status and header lines. A response without a body always shows them.
    ///   - masked: the body to show if it is not JSON.
    ///   - headers: the header lines to show.
    ///   - reason: the reason phrase to show.
    ///   - isFormatAsked: whether the user chose a format. By default, JSON is shown as JSON.
    init(
        _ answer: APIResponse, to method: HTTPMethod, showsHead: Bool, format: Format, isFormatAsked: Bool,
        masked: @escaping @Sendable () -> [UInt8], headers: [(name: String, value: String)], reason: String
    ) {
        self.answer = answer
        self.method = method
        self.showsHead = showsHead || method == .head || method == .options && answer.response.body.isEmpty
        self.format = format
        self.isFormatAsked = isFormatAsked
        self.masked = masked
        self.headers = headers
        self.reason = reason
    }

    private var response: HTTPResponse { answer.response }
    private var isJSONWanted: Bool { format == .json || format == .ndjson }

    /// Status and header lines. Values that the tape does not keep are masked, so that a replay shows the same.
    var headLines: [String] { [statusLine] + headers.map { "\($0.name): \($0.value)" } }

    private var statusLine: String { reason.isEmpty ? "HTTP \(response.status)" : "HTTP \(response.status) \(reason)" }

    /// The result to show and capture. Throws if the response claims to be JSON and is not.
    func result(_ notes: CommandNotes) throws -> CommandResult {
        guard !response.body.isEmpty, method != .head else {
            guard showsHead else {
                notes.add("\(statusLine), with nothing in it.")
                return CommandResult(.none) { .null }
            }
            return CommandResult(isJSONWanted ? .json(headJSON(nil)) : .text(head)) { .null }
        }
        guard answer.isJSON else {
            let text = String(decoding: response.body, as: UTF8.self)
            if !showsHead { return CommandResult(.bytes(masked())) { .string(text) } }
            let output: Output =
                isJSONWanted
                ? .json(headJSON(.string(String(decoding: masked(), as: UTF8.self))))
                : .bytes(Array((head + "\n").utf8) + masked())
            return CommandResult(output) { .string(text) }
        }
        let root = try answer.json()
        let value: @Sendable () -> JSON = { JSON(root) }
        if showsHead {
            let body = (try? JSONDocument(masked())).map { JSON($0.root) } ?? JSON(root)
            let output: Output = isJSONWanted ? .json(headJSON(body)) : .text(head + "\n" + body.pretty)
            return CommandResult(output, value: value)
        }
        if isFormatAsked, !isJSONWanted, let table = table(of: root) { return CommandResult(table, value: value) }
        return CommandResult(.json(JSON(root)), value: value)
    }

    private var head: String { headLines.map { $0 + "\n" }.joined() }

    private func headJSON(_ body: JSON?) -> JSON {
        .object(
            [
                JSON.Member("status", .number(String(response.status))),
                JSON.Member("reason", .string(response.reason)),
                JSON.Member(
                    "headers",
                    .array(
                        headers.map {
                            .object([JSON.Member("name", .string($0.name)), JSON.Member("value", .string($0.value))])
                        })),
            ] + (body.map { [JSON.Member("body", $0)] } ?? []))
    }

    private func table(of root: JSONNode) -> Output? {
        guard let result = root["result"] else { return nil }
        if result.kind == .object {
            let row = TableRow(result), columns = row.columns
            return .record(columns: columns.map(OutputColumn.init), cells: TableRows.cells(row, columns))
        }
        guard result.kind == .array else { return nil }
        let elements = Array(result.elements)
        guard elements.allSatisfy({ $0.kind == .object }) else { return nil }
        let rows = elements.map(TableRow.init)
        var columns: [String] = [], seen: Set<String> = []
        for row in rows { columns += row.columns.filter { seen.insert($0).inserted } }
        return .table(TableRows.table(rows, columns))
    }
}
