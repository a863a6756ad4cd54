import ExchangeModel
import Notation

/// The bytes of an attachment as an answer.
struct AttachmentFile {
    let call: Call
    let metadata: AttachmentMetadata

    func answer() throws -> Answer {
        let type = metadata.contentType.isEmpty ? "application/octet-stream" : metadata.contentType
        let essence = HeaderValue(type)?.essence ?? type
        if let accept = call.request.headers["Accept"], !AttachmentFile.accepts(accept, essence) {
            throw Refusal.notAcceptable([essence])
        }
        return Answer(
            status: 200, body: try AttachmentFiles(store: call.store).bytes(of: metadata.sysID), contentType: type,
            fields: [
                HeaderField("Content-Disposition", AttachmentFile.disposition(metadata.fileName)),
                HeaderField("X-Attachment-Metadata", AttachmentFile.plain(metadata.json.compact)),
            ])
    }

    /// Whether an `Accept` line takes a media type. `application/json` takes every file: clients in use send it with
    /// each of their requests, and instances give them their files.
    static func accepts(_ accept: String, _ essence: String) -> Bool {
        let family = essence.prefix { $0 != "/" } + "/*"
        return accept.split(separator: ",").contains { range in
            let wanted = ASCII.lowercased(String(ASCII.trimmed(range.prefix { $0 != ";" })))
            return wanted == essence || wanted == family || wanted == "*/*" || wanted == "application/json"
        }
    }

    /// The name as RFC 6266 has it: once in plain characters, and once whole when that is not the same.
    static func disposition(_ name: String) -> String {
        let isPlain: (UInt8) -> Bool = { ASCII.isName($0) || $0 == UInt8(ascii: " ") }
        let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        let whole = name.utf8.allSatisfy(isPlain) ? "" : "; filename*=UTF-8''" + PercentCoding.encode(name)
        return "attachment; filename=\"" + plain + "\"" + whole
    }

    /// JSON with everything beyond ASCII escaped, as a header line must be.
    static func plain(_ json: String) -> String {
        var out = ""
        for unit in json.utf16 {
            if unit < 0x7F {
                out.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        return out
    }
}

extension Refusal {
    /// The answer cannot come in any form the request takes.
    static func notAcceptable(_ types: [String]) -> Refusal {
        Refusal(
            status: 406, message: "Requested response media type is not supported",
            detail: "Supported response media types for this service are: [\(types.joined(separator: ", "))]")
    }
}
