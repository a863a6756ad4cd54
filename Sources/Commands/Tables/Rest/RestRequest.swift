import ExchangeModel
import Notation
import NowSDK
import Workbench

/// Builds the request that `rest` sends.
enum RestRequest {
    /// The request of a line. Files are read through the deck.
    static func made(_ run: isolated Run, _ arguments: BoundArguments) async throws -> HTTPRequest {
        let method = HTTPMethod(rawValue: (arguments[.method] ?? "").uppercased())
        let url: HTTPURL
        do throws(RestError) {
            url = try RestPath.url(
                arguments[.path] ?? "", adding: arguments[.urlParameter], on: run.instance)
        } catch {
            throw arguments.problem(.usage, error.message, at: .path, hints: error.hints)
        }
        var headers = HeaderFields()
        for text in arguments[.header] {
            do throws(RestError) {
                let field = try RestHeader.field(text, with: method)
                headers.append(field.name, field.value)
            } catch {
                throw arguments.problem(.usage, error.message, at: .header, hints: error.hints)
            }
        }
        if headers["Accept"] == nil { headers.append("Accept", "application/json, text/plain, */*") }
        var request = HTTPRequest(method, url, headers: headers)
        if let body = try await body(run, arguments) {
            guard ![.get, .head, .options].contains(method) else {
                let first = arguments.assignments.first
                throw arguments.problem(
                    .usage, "\(method) reads and has no body.", at: first.map { .assigned($0.name) } ?? .body,
                    hints: first.map { ["-p \(Quoting.word("\($0.name)=\($0.value.text)")) adds it to the query."] }
                        ?? [])
            }
            request.body = body.bytes
            if request.headers["Content-Type"] == nil { request.headers.append("Content-Type", body.type) }
        }
        return request
    }

    private static func body(
        _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> (bytes: [UInt8], type: String)? {
        let type = arguments[.bodyType]
        guard let given = arguments.value(.body) else {
            guard !arguments.assignments.isEmpty else {
                if type == nil { return nil }
                throw arguments.problem(.usage, "--type needs a body.", at: .bodyType)
            }
            var members: [JSON.Member] = []
            for assignment in arguments.assignments {
                let text = try await AssignedFields.text(of: assignment, run, arguments)
                members.append(JSON.Member(assignment.name, .string(text)))
            }
            return (JSON.object(members).compactBytes, type ?? "application/json")
        }
        if let member = arguments.assignments.first {
            throw arguments.problem(.usage, "Use either --body or NAME=VALUE, not both.", at: .assigned(member.name))
        }
        let bytes =
            if let file = given.fileName {
                try await run.readFile(file, of: arguments, at: .body)
            } else { Array(given.text.utf8) }
        if let type { return (bytes, type) }
        do throws(JSONError) {
            _ = try JSONDocument(bytes)
            return (bytes, "application/json")
        } catch {
            // A body that begins like an object or a list must be valid JSON; the instance's own error would be vague.
            let first = bytes.first { !ASCII.isSpace($0) }
            if first == UInt8(ascii: "{") || first == .openBracket {
                throw arguments.problem(
                    .usage, "This body looks like JSON but cannot be read: \(error).", at: .body,
                    hints: ["--type TYPE sends it as something else."])
            }
        }
        if let file = given.fileName { return (bytes, MediaTypes.type(of: file)) }
        return (bytes, isForm(bytes) ? "application/x-www-form-urlencoded" : "text/plain; charset=utf-8")
    }

    /// Whether a body is `name=value&name=value`, percent-encoded. With the media type of a form, its secret values are
    /// redacted by name.
    private static func isForm(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).allSatisfy { part in
            guard let sign = part.firstIndex(of: .equals), sign > part.startIndex else { return false }
            return part.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F }
        }
    }
}

/// Parses a request's address. Its origin is always the instance's, because credentials are sent with the request.
enum RestPath {
    static func url(_ text: String, adding parameters: [String], on instance: Instance) throws(RestError) -> HTTPURL {
        let target = try target(text, on: instance)
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        let query = target.utf8[path.endIndex...].dropFirst()
        var fields = query.isEmpty ? [] : [encoded(Substring(query), keeping: "/?:@!$&'()*+,;=%")]
        for parameter in parameters {
            let name = parameter.utf8.prefix { $0 != UInt8(ascii: "=") }
            let value = parameter.utf8[name.endIndex...].dropFirst()
            fields.append(PercentCoding.encode(Substring(name)) + "=" + PercentCoding.encode(Substring(value)))
        }
        var url = instance.origin
        url.path = encoded(Substring(path), keeping: "/:@!$&'()*+,;=%")
        url.query = fields.isEmpty ? nil : fields.joined(separator: "&")
        return url
    }

    /// Path and query as typed, after checking that they stay below the instance's root.
    private static func target(_ text: String, on instance: Instance) throws(RestError) -> String {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw RestError(message: "An address cannot contain control characters.")
        }
        guard !text.utf8.contains(UInt8(ascii: "#")) else {
            throw RestError(message: "The part after # is never sent; write %23 for the character.")
        }
        var target = text
        if text.utf8.prefix(2).allSatisfy({ $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }), text.utf8.count > 1
        {
            throw RestError(message: "An address that begins with // names another host.", hints: [here(instance)])
        }
        let start = text.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        if start.contains(UInt8(ascii: ":")) || start.contains(UInt8(ascii: "@")) {
            guard let whole = HTTPURL(text) else {
                throw RestError(
                    message:
                        "This is not an address of \(instance.name): a path begins with /, and an address has no user "
                        + "name in it.", hints: [here(instance)])
            }
            guard whole.origin == instance.origin.origin else {
                throw RestError(
                    message: "This address is one of \(whole.origin), and rest asks \(instance.name) only.",
                    hints: [here(instance), "connect \(Quoting.word(whole.origin))"])
            }
            target = whole.target
        }
        if !target.hasPrefix("/") { target = "/" + target }
        try checkSegments(of: target)
        return target
    }

    /// Rejects `..` segments in any encoding: the address that is guarded, recorded and compared is the typed one.
    private static func checkSegments(of target: String) throws(RestError) {
        let path = PercentCoding.decode(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }))
        let segments = path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        for segment in segments where segment.elementsEqual("..".utf8) || segment.elementsEqual(".".utf8) {
            throw RestError(message: "An address of this kind has no step \(String(Substring(segment))) in it.")
        }
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw RestError(message: "An address cannot contain control characters.")
        }
    }

    private static func here(_ instance: Instance) -> String {
        "/api/now/table/incident is \(instance.description)/api/now/table/incident."
    }

    /// Percent-encodes characters that are invalid in a URL; existing escapes are kept.
    private static func encoded(_ text: Substring, keeping marks: String) -> String {
        let bytes = Array(text.utf8)
        var out = ""
        for (place, byte) in bytes.enumerated() {
            let isCode =
                byte == UInt8(ascii: "%") && place + 2 < bytes.count && ASCII.hexValue(bytes[place + 1]) != nil
                && ASCII.hexValue(bytes[place + 2]) != nil
            let character = String(decoding: [byte], as: UTF8.self)
            let isKept = byte != UInt8(ascii: "%") && byte < 0x80 && marks.utf8.contains(byte)
            if isCode || isKept {
                out += character
            } else if byte < 0x80 {
                out += PercentCoding.encode(character)
            } else {
                out += "%" + Self.hex(byte >> 4) + Self.hex(byte & 15)
            }
        }
        return out
    }

    private static func hex(_ nibble: UInt8) -> String { String(nibble, radix: 16, uppercase: true) }
}
