import ExchangeModel
import Notation
import NowData
import Rendering
import TapeDeck

/// An answer as `rest` shows it.
struct RestAnswer: Sendable {
    private let answer: APIAnswer
    private let method: HTTPMethod
    private let showsHead: Bool
    private let format: Format
    private let isFormatAsked: Bool
    /// The body and the header lines with a mask for each secret.
    private let masked: @Sendable () -> [UInt8]
    private let headers: [(name: String, value: String)]

    /// - Parameters:
    ///   - showsHead: whether status and header lines are shown. Those of an answer that has nothing else always are.
    ///   - masked: the body as it is shown where it is no JSON.
    ///   - headers: the header lines as they are shown.
    ///   - isFormatAsked: whether the format was chosen. JSON is shown as it is unless another one was.
    init(
        _ answer: APIAnswer, to method: HTTPMethod, showsHead: Bool, format: Format, isFormatAsked: Bool,
        masked: @escaping @Sendable () -> [UInt8], headers: [(name: String, value: String)]
    ) {
        self.answer = answer
        self.method = method
        self.showsHead = showsHead || method == .head || method == .options && answer.response.body.isEmpty
        self.format = format
        self.isFormatAsked = isFormatAsked
        self.masked = masked
        self.headers = headers
    }

    private var response: HTTPResponse { answer.response }
    private var isJSONWanted: Bool { format == .json || format == .ndjson }

    /// Status and header lines. Values that would not stand on the tape are masked, so that a replay shows the same.
    var headLines: [String] { [statusLine] + headers.map { "\($0.name): \($0.value)" } }

    private var statusLine: String {
        response.reason.isEmpty ? "HTTP \(response.status)" : "HTTP \(response.status) \(response.reason)"
    }

    /// What is shown and kept. Throws a refusal when the answer calls itself JSON and is none.
    func result(_ notes: NoteBook) throws -> CommandResult {
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

    /// The result as rows or a record; nil when it is neither.
    private func table(of root: JSONNode) -> Output? {
        guard let result = root["result"] else { return nil }
        if result.kind == .object {
            let row = TableRow(result), columns = row.columns
            return .record(columns: columns.map(Column.init), cells: TableRows.cells(row, columns))
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
