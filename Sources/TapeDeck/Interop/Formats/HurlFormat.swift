import ExchangeModel
import Notation

extension TapeFormat {
    /// Hurl files, which run as tests (https://hurl.dev/docs/grammar.html). Only written.
    package static let hurl = TapeFormat(
        name: "hurl", title: "a Hurl file", endings: ["hurl"], recognize: nil, read: nil,
        export: { ExchangeExport(of: $0, $1, HurlWriter()) })
}

/// Writes each exchange as a request that expects the recorded status.
struct HurlWriter: ExchangeWriter {
    let takesRequestsAlone = true
    private var variables = VariableNames()

    func begin() -> [UInt8] { [] }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> [UInt8] {
        let request = exchange.request
        guard request.method.rawValue.utf8.allSatisfy({ $0 &- UInt8(ascii: "A") < 26 }) else {
            losses.add(.omittedMethods, at: exchange.place)
            return []
        }
        if exchange.response != nil { losses.add(.responses) }
        var lines = [
            "# Exchange \(exchange.number)", request.method.rawValue + " " + text(request.url.description, &losses),
        ]
        var hasBasic = false
        for field in request.headers {
            if BasicPlaceholder.matches(field) {
                hasBasic = true
            } else {
                lines.append(text(field.name, &losses) + ": " + text(field.value, &losses))
            }
        }
        if hasBasic {
            let (user, password) = (variables.use("NOW_USER", &losses), variables.use("NOW_PASSWORD", &losses))
            lines += ["[BasicAuth]", "{{\(user)}}: {{\(password)}}"]
        }
        if let body = request.body, !body.isEmpty {
            if let plain = String(validating: body, as: UTF8.self) {
                lines.append("`" + text(plain, &losses) + "`")
            } else {
                lines.append("base64,\(Base64.encode(body));")
            }
        }
        if let status = exchange.response?.status { lines.append("HTTP \(status)") }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8)
    }

    func end() -> [UInt8] { Array(variables.comment("#").utf8) }

    /// Text in which `#`, backslashes, backquotes, braces of templates and control characters are escaped.
    private mutating func text(_ text: String, _ losses: inout ConversionLosses) -> String {
        var escaped = ""
        for part in VariableText(text).parts {
            guard case .literal(let text) = part else {
                if case .variable(let name) = part { escaped += "{{" + variables.use(name, &losses) + "}}" }
                continue
            }
            var last: Unicode.Scalar = " "
            for scalar in text.unicodeScalars {
                switch scalar {
                case "#", "\\": escaped += "\\" + String(Character(scalar))
                case "{" where last == "{": escaped += "\\u{7b}"
                case "`": escaped += "\\u{60}"
                case _ where scalar.properties.generalCategory == .control:
                    escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
                default: escaped.unicodeScalars.append(scalar)
                }
                last = scalar
            }
        }
        return escaped
    }
}
