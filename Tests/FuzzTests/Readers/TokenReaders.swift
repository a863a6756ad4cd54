import ExchangeModel
import Notation

@testable import Sandbox

/// Base64 texts, signed JWTs, keys in PEM form and gzip.
enum Base64Reader {
    static func check(_ input: [UInt8]) throws {
        try require(Base64.decode(Base64.encode(input).utf8) == input, "encoded, it is decoded to other bytes")
        try require(Base64.decode(Base64.encodeForURL(input).utf8) == input, "encoded for a URL, it is other bytes")
        if let decoded = Base64.decode(input) {
            try require(decoded.count <= input.count, "decoding makes it longer")
            try require(Base64.decode(Base64.encode(decoded).utf8) == decoded, "encoded again, it is other bytes")
        }
        let text = String(decoding: input, as: UTF8.self)
        try checkToken(text)
        try checkKey(text)
        try require(Gzip.decompress(input, limit: 4096).map { $0.count <= 4096 } ?? true, "more bytes than the limit")
        let packed = Gzip.compress(input)
        try require(Gzip.decompress(packed, limit: input.count + 1) == input, "compressed, it is other bytes")
    }

    private static func checkToken(_ text: String) throws {
        guard let assertion = SignedAssertion(text) else { return }
        try require(text.utf8.starts(with: assertion.message), "the signed message is not in the text")
        // The three parts are all there is, so no byte of the text is unsigned and unchecked.
        let rest = text.utf8.dropFirst(assertion.message.count)
        try require(rest.first == UInt8(ascii: "."), "the signature does not follow the message")
        try require(Base64.decode(rest.dropFirst()) == assertion.signature, "another signature")
    }

    private static func checkKey(_ text: String) throws {
        do {
            let key = try SigningKey(pem: text)
            try requireNoKey("\(key) \(String(reflecting: key))", in: text)
        } catch let error as SigningError {
            try require(error.kind != .libraryMissing, "GnuTLS is missing")
            try requireNoKey(error.message, in: text)
        }
    }

    /// A key's description and its errors contain no part of it.
    private static func requireNoKey(_ shown: String, in text: String) throws {
        try require(shown.utf8.count < 200, "a long description of a key")
        try require(
            !text.utf8.split(separator: UInt8(ascii: "\n")).contains {
                $0.count > 40 && shown.contains(String(Substring($0)))
            },
            "a description contains a part of the key")
    }
}

/// Multipart bodies: the strict parser of forms, and the lenient one of redaction.
enum MultipartReader {
    static func check(_ input: [UInt8]) throws {
        let type = "multipart/form-data; boundary=x"
        do {
            let form = try MultipartForm(input, contentType: type)
            try require(form.parts.count <= MultipartForm.maxParts, "\(form.parts.count) parts")
            var last = 0
            for part in form.parts {
                try requireInside(part.content, input.count, "a part")
                try require(part.content.lowerBound >= last, "parts overlap")
                last = part.content.upperBound
            }
            try checkPrinted(form, input, type)
        } catch let error as MultipartError {
            try require(!error.description.isEmpty, "an error without a description")
        }
        let header = String(decoding: input, as: UTF8.self)
        if let value = HeaderValue(header) {
            try require(
                value.essence.utf8.allSatisfy { HeaderValue.isToken($0) || $0 == UInt8(ascii: "/") }, "no token")
            for parameter in value.parameters {
                try require(parameter.name.utf8.allSatisfy(HeaderValue.isToken), "a parameter's name is no token")
                try require(parameter.value.utf8.count <= header.utf8.count, "a long parameter")
            }
        }

    }

    /// The same parts written plainly are read the same.
    private static func checkPrinted(_ form: MultipartForm, _ input: [UInt8], _ type: String) throws {
        var written: [UInt8] = []
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        for part in form.parts {
            written += "--x\r\nContent-Disposition: form-data; name=\(quoted(part.name))".utf8
            if let file = part.fileName { written += "; filename=\(quoted(file))".utf8 }
            written += "\r\n\r\n".utf8 + input[part.content] + "\r\n".utf8
        }
        written += "--x--\r\n".utf8
        guard !form.parts.isEmpty else { return }
        let again = try require(
            try? MultipartForm(written, contentType: type), "written again, it is rejected: \(form.parts)")
        let isSame =
            again.parts.count == form.parts.count
            && zip(again.parts, form.parts).allSatisfy { one, other in
                one.name.utf8.elementsEqual(other.name.utf8) && written[one.content] == input[other.content]
                    && (one.fileName ?? "").utf8.elementsEqual((other.fileName ?? "").utf8)
            }
        try require(isSame, "written again, it has other parts")
    }
}
