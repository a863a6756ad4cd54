package import Notation
import Redactors

/// A file to be imported, and the files that it may refer to.
package struct ImportSource: Sendable {
    package let bytes: [UInt8]
    /// The file of that name beside this one, or in the same archive; nil if there is none, or if it has more bytes
    /// than the limit.
    let companion: @Sendable (_ name: String, _ limit: Int) -> [UInt8]?

    package init(
        _ bytes: [UInt8], companion: @escaping @Sendable (_ name: String, _ limit: Int) -> [UInt8]? = { _, _ in nil }
    ) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.companion = companion
    }

    /// The file itself, or what is packed in it: gzip, UTF-16, or the only HAR in a ZIP archive.
    package func unpacked() throws(ImportError) -> ImportSource {
        if ZipArchive.begins(bytes) {
            let members = ZipArchive(bytes)?.members ?? []
            let files = members.filter { ASCII.lowercased($0.name).hasSuffix(".har") }
            guard files.count == 1, let content = files[0].content else {
                throw ImportError(
                    .otherFormat, "It is a ZIP archive in which there is not exactly one HAR; unpack it first.")
            }
            return ImportSource(content) { name, limit in
                members.first { $0.name == name }?.content.flatMap { $0.count > limit ? nil : $0 }
            }
        }
        let isGzip = bytes.starts(with: [0x1F, 0x8B])
        guard isGzip || [[0xFF, 0xFE], [0xFE, 0xFF]].contains(bytes.prefix(2)) || bytes.prefix(8).contains(0) else {
            return self
        }
        guard let text = EncodedText(whole: bytes) else {
            if isGzip { throw ImportError(.malformed, "Its gzip data is damaged or too large.") }
            return self
        }
        return ImportSource(text.bytes, companion: companion)
    }

    var isJSON: Bool { bytes.first { !ASCII.isSpace($0) } == UInt8(ascii: "{") }

    /// The root of a JSON text.
    package func json() throws(ImportError) -> JSONNode {
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            throw ImportError(.malformed, "It is not JSON: \(error.description).")
        }
    }
}
