import CassetteStore
package import ExchangeModel
import Notation
import Redactors

extension TapeFormat {
    package static let curl = TapeFormat(
        name: "curl", title: "curl command lines", endings: ["curl", "sh"], recognize: { $0.isCurl },
        read: CurlFile.read, export: { ExchangeExport(of: $0, $1, CurlWriter()) })

    /// The addresses and header fields of requests that a browser copied as cURL.
    package static func copiedRequests(_ text: String) throws(ImportError) -> [(url: HTTPURL, headers: HeaderFields)] {
        try CurlFile.copied(Array(text.utf8))
    }
}

extension FileSample {
    /// Whether the first word is `curl`, after comments.
    fileprivate var isCurl: Bool {
        var rest = bytes.prefix(1 << 16)
        while true {
            rest = rest.drop(while: ASCII.isSpace)
            guard rest.first == UInt8(ascii: "#") else { break }
            rest = rest.drop { $0 != 10 }
        }
        return rest.starts(with: "curl".utf8) && rest.dropFirst(4).first.map(ASCII.isSpace) == true
    }
}

enum CurlFile {
    /// Reads command lines as data.
    static func read(_ source: ImportSource, _ context: ImportContext) throws(ImportError) -> ImportedFile {
        var file = ImportedFile(context)
        file.secrets = context.variables.secrets
        let (commands, others) = try commands(in: source.bytes, context.variables)
        for _ in 0..<others { file.losses.add(.otherCommands) }
        for command in commands {
            for option in command.ignored { file.losses.add(.options, at: option) }
            for draft in command.drafts(context.variables) { file.add(draft) }
        }
        return file
    }

    /// The curl commands of a text, and how many other commands it has.
    private static func commands(
        in text: [UInt8], _ variables: ImportVariables
    ) throws(ImportError) -> (commands: [CurlCommand], others: Int) {
        guard !ShellWords.isForWindows(text) else {
            throw ImportError(
                .otherFormat, "It is for the Windows command prompt; copy the requests as cURL (bash) instead.")
        }
        var commands: [CurlCommand] = [], others = 0, isFound = false
        for command in ShellWords(text, variables: variables.values).commands {
            let words = command.words.drop { ShellWords.assignment($0) != nil }
            let program = words.first?.bytes.split(separator: UInt8(ascii: "/")).last ?? []
            guard program.elementsEqual("curl".utf8) || program.elementsEqual("curl.exe".utf8) else {
                others += 1
                continue
            }
            isFound = true
            // `--next` begins another request.
            for part in words.dropFirst().split(whereSeparator: { ["--next", "-:"].contains($0.text) }) {
                commands.append(CurlCommand(part, input: command.input))
            }
        }
        guard isFound else { throw ImportError(.otherFormat, "It contains no curl command.") }
        return (commands, others)
    }

    /// The addresses and header fields of a text's curl commands, such as a browser copies.
    fileprivate static func copied(_ text: [UInt8]) throws(ImportError) -> [(url: HTTPURL, headers: HeaderFields)] {
        let variables = ImportVariables()
        return try commands(in: text, variables).commands.flatMap { $0.drafts(variables) }.compactMap { draft in
            draft.address.flatMap(HTTPURL.init).map { ($0, draft.headers) }
        }
    }
}

/// Writes command lines that are safe to paste into a shell: texts are quoted, secrets are variables.
struct CurlWriter: ExchangeWriter {
    let takesRequestsAlone = true

    /// The command line of one redacted request, and a comment with its variables.
    static func line(of record: ExchangeRecord, _ request: HTTPRequest) -> String {
        var writer = CurlWriter(), losses = ConversionLosses()
        let exchange = ExportedExchange(record: record, request: request, response: nil, place: "")
        return String(decoding: writer.write(exchange, &losses) + writer.end(), as: UTF8.self)
    }

    private var variables = ShellVariables()

    func begin() -> [UInt8] { [] }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> [UInt8] {
        let request = exchange.request
        if exchange.response != nil { losses.add(.responses) }
        var lines = ["curl " + quoted(request.url.description, &losses)]
        // curl would send a request for each of `{a,b}` or `[1-3]`.
        if request.url.target.utf8.contains(where: { "[]{}".utf8.contains($0) }) { lines.append("--globoff") }
        let usual: HTTPMethod = request.body == nil ? .get : .post
        if request.method == .head, request.body == nil {
            lines.append("--head")
        } else if request.method != usual {
            lines.append("--request " + quoted(request.method.rawValue, &losses))
        }
        for field in request.headers {
            if Self.isBasicPlaceholder(field) {
                lines.append("--user " + variables.pair(&losses))
            } else {
                let isEmpty = field.value.isEmpty
                lines.append("--header " + quoted(field.name + (isEmpty ? ";" : ": " + field.value), &losses))
            }
        }
        if exchange.response?.facts.contentCoding != nil { lines.append("--compressed") }
        if let body = request.body {
            // curl would add the type of a form.
            if request.headers["Content-Type"] == nil { lines.append("--header 'Content-Type:'") }
            if let text = String(validating: body, as: UTF8.self), !body.contains(0) {
                lines.append("--data-raw " + quoted(text, &losses))
            } else {
                losses.add(.omittedBinary, at: exchange.place)
                lines.append("--data-binary \"@$\(variables.use("NOW_FILE_\(exchange.record.id)", &losses))\"")
            }
        }
        return Array((lines.joined(separator: " \\\n  ") + "\n\n").utf8)
    }

    func end() -> [UInt8] { Array(variables.comment.utf8) }

    private mutating func quoted(_ text: String, _ losses: inout ConversionLosses) -> String {
        var word = ""
        for part in VariableText(text).parts {
            switch part {
            case .variable(let name): word += "\"$" + variables.use(name, &losses) + "\""
            case .literal(let text): word += Self.quoted(text)
            }
        }
        return word.isEmpty ? "''" : word
    }

    /// Whether a field is `Authorization: Basic` whose user and password are withheld.
    private static func isBasicPlaceholder(_ field: HeaderField) -> Bool {
        let words = field.value.split(separator: " ")
        return HeaderFields.same(field.name, "Authorization") && words.count == 2
            && HeaderFields.same(String(words[0]), "Basic") && Placeholder.isWhole(words[1].utf8)
    }

    /// In single quotes, or with escapes if there are control characters, which a terminal would act on.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        if isPlain {
            let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
            return "'" + parts.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
        }
        var word = "$'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": word += "\\n"
            case "\r": word += "\\r"
            case "\t": word += "\\t"
            case "'", "\\": word += "\\" + String(Character(scalar))
            case _ where scalar.properties.generalCategory == .control:
                word += "\\u" + Int64(scalar.value).padded(to: 4, radix: 16)
            default: word.unicodeScalars.append(scalar)
            }
        }
        return word + "'"
    }
}
