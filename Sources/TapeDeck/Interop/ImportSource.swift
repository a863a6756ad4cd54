import Notation

/// The bytes of a file to be imported. It is read several times, so that only a piece of it needs to be in memory.
package protocol ImportSource: Sendable {
    /// At most `count` bytes from an offset; fewer only at the end.
    func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8]
    /// Throws if the file has changed since it was opened.
    func confirm() throws(ImportError)
}

extension ImportSource {
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
            let files = ZipArchive(bytes)?.members.filter { ASCII.lowercased($0.name).hasSuffix(".har") } ?? []
            guard files.count == 1, let content = files[0].content else {
                throw ImportError(
                    .otherFormat, "It is a ZIP archive in which there is not exactly one HAR; unpack it first.")
            }
            return content
        }
        guard let text = EncodedText(whole: bytes) else {
            guard bytes.starts(with: [0x1F, 0x8B]) else { return self }
            throw ImportError(.malformed, "Its gzip data is damaged or too large.")
        }
        return text.bytes
    }
}

/// A file in memory, such as what was read from a pipe.
extension [UInt8]: ImportSource {
    package func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
        offset < self.count ? Array(self[offset..<Swift.min(self.count, offset + count)]) : []
    }

    package func confirm() throws(ImportError) {}
}
