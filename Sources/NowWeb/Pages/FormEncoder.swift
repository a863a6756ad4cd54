import ExchangeModel
import Notation

/// Encodes form submissions (HTML, 4.10.21.5 to 4.10.21.8; URL, 5.2; RFC 7578) in UTF-8 with CR LF line ends.
enum FormEncoder {
    static func body(
        _ entries: [FormSubmission.Entry], _ encoding: Form.Encoding
    ) -> (contentType: String, bytes: [UInt8]) {
        switch encoding {
        case .fields: ("application/x-www-form-urlencoded", Array(fields(entries).utf8))
        case .text: ("text/plain", plain(entries))
        case .multipart: multipart(entries)
        }
    }

    /// `application/x-www-form-urlencoded`; a file is sent as its name.
    static func fields(_ entries: [FormSubmission.Entry]) -> String {
        var out: [UInt8] = []
        for entry in entries {
            if !out.isEmpty { out.append(UInt8(ascii: "&")) }
            escape(lines(entry.name), to: &out)
            out.append(UInt8(ascii: "="))
            escape(lines(text(entry.value)), to: &out)
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func plain(_ entries: [FormSubmission.Entry]) -> [UInt8] {
        entries.flatMap { lines($0.name) + [UInt8(ascii: "=")] + lines(text($0.value)) + [13, 10] }
    }

    private static func multipart(_ entries: [FormSubmission.Entry]) -> (contentType: String, bytes: [UInt8]) {
        let parts = entries.map(part)
        let boundary = boundary(of: parts)
        var out: [UInt8] = []
        for part in parts { out += Array("--\(boundary)\r\n".utf8) + part + [13, 10] }
        out += Array("--\(boundary)--\r\n".utf8)
        return ("multipart/form-data; boundary=\(boundary)", out)
    }

    private static func part(_ entry: FormSubmission.Entry) -> [UInt8] {
        let name = quoted(lines(entry.name))
        switch entry.value {
        case .text(let text):
            return Array("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + lines(text)
        case .file(let file):
            let type = file.contentType.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? file.contentType : ""
            return Array(
                ("Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(quoted(Array(file.name.utf8)))\"\r\n"
                    + "Content-Type: \(type.isEmpty ? "application/octet-stream" : type)\r\n\r\n").utf8) + file.bytes
        }
    }

    /// A boundary that does not occur in the parts. It is derived from them, so the same form always gives the same
    /// request.
    private static func boundary(of parts: [[UInt8]]) -> String {
        var number = 0
        while true {
            let sums = parts.map { StableHash.of(String(decoding: $0.prefix(4096), as: UTF8.self)) }
            let seed = "\(number) \(parts.map(\.count)) \(sums)"
            let boundary = "----SnowdeckForm" + String(UInt64(bitPattern: StableHash.of(seed)), radix: 16)
            let bytes = Array(boundary.utf8)
            if !parts.contains(where: { holds($0, bytes) }) { return boundary }
            number += 1
        }
    }

    private static func holds(_ part: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first, part.count >= wanted.count else { return false }
        return part.withUnsafeBufferPointer { part in
            (0...part.count - wanted.count).contains { place in
                part[place] == first && part[place..<place + wanted.count].elementsEqual(wanted)
            }
        }
    }

    private static func text(_ value: FormSubmission.Value) -> String {
        switch value {
        case .text(let text): text
        case .file(let file): file.name
        }
    }

    private static func lines(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 10 where last == 13: break
            case 10, 13: out += [13, 10]
            default: out.append(byte)
            }
            last = byte
        }
        return out
    }

    /// Escapes everything but letters, digits and `*-._`; a space becomes `+`.
    private static func escape(_ bytes: [UInt8], to out: inout [UInt8]) {
        for byte in bytes {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "*-._".utf8.contains(byte) {
                out.append(byte)
            } else if byte == UInt8(ascii: " ") {
                out.append(UInt8(ascii: "+"))
            } else {
                out += PercentCoding.escape(byte)
            }
        }
    }

    /// A quoted name, with quotes and line ends escaped as in browsers.
    private static func quoted(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [10, 13, 34].contains($0) ? PercentCoding.escape($0) : [$0] }, as: UTF8.self)
    }
}
