import ExchangeModel
import Notation

extension TapeFormat {
    /// `.http` files, which editors send (https://github.com/JetBrains/http-request-in-editor-spec). Only written.
    package static let httpFile = TapeFormat(
        name: "http", title: "an .http file", endings: ["http", "rest"], recognize: nil, read: nil,
        export: { ExchangeExport(of: $0, $1, HTTPFileWriter()) })
}

struct HTTPFileWriter: ExchangeWriter {
    let takesRequestsAlone = true
    private var variables = VariableNames()
    /// The methods of the specification.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "PATCH", "OPTIONS", "TRACE",
    ]

    func begin() -> [UInt8] { [] }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> [UInt8] {
        let request = exchange.request
        guard Self.methods.contains(request.method.rawValue) else {
            losses.add(.omittedMethods, at: exchange.place)
            return []
        }
        if exchange.response != nil { losses.add(.responses) }
        var lines = [
            "### Exchange \(exchange.number)", request.method.rawValue + " " + text(request.url.description, &losses),
        ]
        for field in request.headers {
            if BasicPlaceholder.matches(field) {
                let (user, password) = (variables.use("NOW_USER", &losses), variables.use("NOW_PASSWORD", &losses))
                lines.append("\(field.name): Basic {{\(user)}} {{\(password)}}")
            } else {
                lines.append(field.name + ": " + text(field.value, &losses))
            }
        }
        lines.append("")
        if let body = request.body, !body.isEmpty {
            let plain = String(validating: body, as: UTF8.self)
            if let plain, Self.isLiteral(plain) {
                lines += [text(plain, &losses), ""]
            } else {
                losses.add(plain == nil ? .omittedBinary : .omittedBodies, at: exchange.place)
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    func end() -> [UInt8] { Array((variables.names.isEmpty ? "" : "###\n" + variables.comment("#")).utf8) }

    private mutating func text(_ text: String, _ losses: inout ConversionLosses) -> String {
        VariableText(text).parts.map { part in
            switch part {
            case .variable(let name): return "{{" + variables.use(name, &losses) + "}}"
            case .literal(let text):
                // The specification has no escape for braces.
                if Array(text.utf8).firstPlace(of: Array("{{".utf8), from: 0) != nil { losses.add(.templates) }
                return text
            }
        }.joined()
    }

    /// Whether no line is a comment, a separator, a reference to a file or a script, and no text a variable.
    private static func isLiteral(_ body: String) -> Bool {
        let bytes = Array(body.utf8)
        guard bytes.firstPlace(of: Array("{{".utf8), from: 0) == nil, !bytes.contains(13), bytes.last != 10 else {
            return false
        }
        return bytes.split(separator: 10).allSatisfy { line in
            let line = Array(line.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 12 })
            return !["#", "//", "< ", "<\t", "<> ", "<@", "> ", ">\t", ">>"].contains { line.starts(with: $0.utf8) }
        }
    }
}
