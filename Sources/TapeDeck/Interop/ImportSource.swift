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
}

/// A file in memory, such as what was read from a pipe.
extension [UInt8]: ImportSource {
    package func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
        offset < self.count ? Array(self[offset..<Swift.min(self.count, offset + count)]) : []
    }

    package func confirm() throws(ImportError) {}
}
