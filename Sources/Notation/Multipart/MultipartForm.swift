/// A body of `multipart/form-data` (RFC 7578), read strictly and without copying it.
///
/// Redaction reads multipart bodies leniently, because it must find what it can; whoever acts on a form must be sure
/// what it says. So here every line end is CR LF, every part has a name, and the body ends with its closing boundary.
package struct MultipartForm: Sendable, Hashable {
    /// One field of the form.
    package struct Part: Sendable, Hashable {
        /// The field's name.
        package let name: String
        /// The name of the file, when the field is one.
        package let fileName: String?
        /// What the part says of its type, as it stands.
        package let contentType: String?
        /// Where the content stands in the body.
        package let content: Range<Int>
    }

    /// The most fields one form may have.
    package static let mostParts = 100
    /// The most bytes the lines in front of one part's content may have.
    package static let longestHead = 8192

    /// In their order.
    package let parts: [Part]

    /// Reads a body; `contentType` is what the request says of it, with the boundary.
    package init(_ body: [UInt8], contentType: String) throws(MultipartError) {
        guard let type = HeaderValue(contentType), type.essence == "multipart/form-data" else {
            throw MultipartError("the body is not multipart/form-data")
        }
        guard let boundary = type["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw MultipartError("the content type names no boundary of 1 to 70 characters")
        }
        let delimiter = Array(("\r\n--" + boundary).utf8)
        // The first boundary needs no line end in front of it.
        var place = delimiter.count - 2
        guard body.starts(with: delimiter.dropFirst(2)) else {
            throw MultipartError("the body does not begin with its boundary")
        }
        var found: [Part] = []
        while !body[place...].starts(with: "--".utf8) {
            guard body[place...].starts(with: [13, 10]) else {
                throw MultipartError("a boundary is not followed by a line end")
            }
            guard found.count < MultipartForm.mostParts else {
                throw MultipartError("the form has more than \(MultipartForm.mostParts) fields")
            }
            let (head, start) = try MultipartForm.head(of: body, at: place + 2)
            guard let end = MultipartForm.first(delimiter, in: body, from: start) else {
                throw MultipartError("the body does not end with its boundary")
            }
            found.append(try MultipartForm.part(head, start..<end))
            place = end + delimiter.count
        }
        parts = found
    }

    /// The first field of that name.
    package subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// The lines up to the empty one, and the place behind it.
    private static func head(of body: [UInt8], at start: Int) throws(MultipartError) -> ([String], Int) {
        let limit = min(body.count, start + longestHead)
        var lines: [String] = []
        var place = start
        while place < limit {
            guard let end = body[place..<limit].firstIndex(of: 13), end + 1 < body.count, body[end + 1] == 10 else {
                break
            }
            if end == place { return (lines, end + 2) }
            lines.append(String(decoding: body[place..<end], as: UTF8.self))
            place = end + 2
        }
        throw MultipartError("the head of a part does not end within \(longestHead) bytes")
    }

    private static func part(_ head: [String], _ content: Range<Int>) throws(MultipartError) -> Part {
        var disposition: HeaderValue?
        var type: String?
        for line in head {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw MultipartError("a line in the head of a part has no name")
            }
            let value = String(ASCII.trimmed(line[line.utf8.index(after: colon)...]))
            switch ASCII.lowercased(String(line[..<colon])) {
            case "content-disposition": disposition = HeaderValue(value)
            case "content-type": type = value
            default: break
            }
        }
        guard let disposition, disposition.essence == "form-data", let name = disposition["name"] else {
            throw MultipartError("a part has no Content-Disposition with a name")
        }
        return Part(name: name, fileName: disposition["filename"], contentType: type, content: content)
    }

    private static func first(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            guard let first = wanted.first else { return nil }
            var place = start
            while place + wanted.count <= bytes.count {
                if bytes[place] == first, bytes[place..<place + wanted.count].elementsEqual(wanted) { return place }
                place += 1
            }
            return nil
        }
    }
}
