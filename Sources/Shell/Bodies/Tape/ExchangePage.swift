import CassetteStore
import ExchangeModel
import Notation

/// One exchange in full, for people.
struct ExchangePage {
    private let exchange: ExchangeRecord

    init(_ exchange: ExchangeRecord) { self.exchange = exchange }

    var text: String {
        let request = exchange.request
        var lines = ["\(request.method) \(request.url)"]
        lines += request.headers.map { "\($0.name): \($0.value)" }
        if let body = request.body { lines += ["", Self.text(of: body)] }
        lines.append("")
        switch exchange.outcome {
        case .response(let response):
            lines.append("\(response.status) \(response.reason)")
            lines += response.headers.map { "\($0.name): \($0.value)" }
            if !response.body.isEmpty { lines += ["", Self.text(of: response.body)] }
        case .failure(let failure): lines.append("No answer (\(failure.kind.rawValue)): \(failure.message)")
        case .interrupted: lines.append("No answer: the program died while the request was under way.")
        }
        return lines.joined(separator: "\n")
    }

    /// JSON laid out, text as it is, anything else by its length.
    private static func text(of body: [UInt8]) -> String {
        if let document = try? JSONDocument(body) { return JSON(document.root).pretty }
        return String(validating: body, as: UTF8.self) ?? "(\(body.count) bytes that are no text)"
    }
}
