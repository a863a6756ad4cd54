import Notation

/// The bytes of a file to be imported. It is read several times, so that only a piece of it needs to be in memory.
package protocol ImportSource: Sendable {
    /// At most `count` bytes from an offset; fewer only at the end.
    func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8]
    /// Throws if the file has changed since it was opened.
    func confirm() throws(ImportError)
    /// The file of that name beside this one, or in the same archive; nil if there is none, or if it has more than
    /// `limit` bytes.
    func companion(_ name: String, limit: Int) -> [UInt8]?
}

extension ImportSource {
    package func companion(_ name: String, limit: Int) -> [UInt8]? { nil }

    /// All bytes, for formats that are read whole.
    package func whole() throws(ImportError) -> [UInt8] {
        let bytes = try bytes(at: 0, count: StreamedJSON.valueLimit + 1)
        guard bytes.count <= StreamedJSON.valueLimit else {
            throw ImportError(
                .tooLong, "It is larger than \(StreamedJSON.valueLimit >> 20) MiB, and only a HAR file may be.")
        }
        return bytes
    }

    /// The file itself, or what is packed in it: gzip, UTF-16, or the only HAR in a ZIP archive.
    package func unpacked() throws(ImportError) -> any ImportSource {
        let beginning = try bytes(at: 0, count: 8)
        let isPacked =
            ZipArchive.begins(beginning) || [[0x1F, 0x8B], [0xFF, 0xFE], [0xFE, 0xFF]].contains(beginning.prefix(2))
            || beginning.contains(0)
        guard isPacked else { return self }
        let bytes = try whole()
        if ZipArchive.begins(bytes) {
            let members = ZipArchive(bytes)?.members ?? []
            let files = members.filter { ASCII.lowercased($0.name).hasSuffix(".har") }
            guard files.count == 1, let content = files[0].content else {
                throw ImportError(
                    .otherFormat, "It is a ZIP archive in which there is not exactly one HAR; unpack it first.")
            }
            return ArchivedSource(bytes: content, members: members)
        }
        guard let text = EncodedText(whole: bytes) else {
            guard bytes.starts(with: [0x1F, 0x8B]) else { return self }
            throw ImportError(.malformed, "Its gzip data is damaged or too large.")
        }
        return text.bytes
    }
}

/// A file in a ZIP archive.
private struct ArchivedSource: ImportSource {
    let bytes: [UInt8]
    let members: [ZipArchive.Member]

    func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] { try bytes.bytes(at: offset, count: count) }
    func confirm() throws(ImportError) {}
    func companion(_ name: String, limit: Int) -> [UInt8]? {
        members.first { $0.name == name }?.content.flatMap { $0.count > limit ? nil : $0 }
    }
}

/// A file in memory, such as what was read from a pipe.
extension [UInt8]: ImportSource {
    package func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
        offset < self.count ? Array(self[offset..<Swift.min(self.count, offset + count)]) : []
    }

    package func confirm() throws(ImportError) {}
}
