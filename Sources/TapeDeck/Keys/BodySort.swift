import Notation

/// What a body is, as far as redaction and keys are concerned.
enum BodySort: Sendable, Hashable {
    case json, form, multipart, markup, text, binary

    /// Judged by the type that is named, else by how the body begins.
    init(of body: [UInt8], type: String?) {
        let type = ASCII.lowercased(String((type ?? "").prefix { $0 != ";" }))
        let first = body.first { !ASCII.isSpace($0) }
        if type.hasSuffix("json") || type == "text/json" {
            self = .json
        } else if type == "application/x-www-form-urlencoded" {
            self = .form
        } else if type.hasPrefix("multipart/") {
            self = .multipart
        } else if type.hasSuffix("html") || type.hasSuffix("xml") || type.hasSuffix("javascript") {
            self = .markup
        } else if body.prefix(4096).contains(0) {
            self = .binary
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = .json
        } else if first == UInt8(ascii: "<") {
            self = .markup
        } else if Multipart.boundary(startedBy: body) != nil {
            self = .multipart
        } else {
            self = .text
        }
    }
}
