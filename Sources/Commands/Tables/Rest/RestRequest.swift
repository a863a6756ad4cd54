import Workbench
import ExchangeModel
import Notation
import NowSDK

/// Builds the request that `rest` sends.
enum RestRequest {
    /// The request of a line. Files are read through the deck.
    static func made(
        _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> HTTPRequest {
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
            throw arguments.problem(
                .usage, "Use either --body or NAME=VALUE, not both.", at: .assigned(member.name))
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
