import Notation
import Redactors
import TapeDeck

/// A JSON text of any size, of whose long arrays only one element is in memory at a time.
struct StreamedJSON: Sendable {
    static let valueLimit = 256 << 20
    static let pieceSize = 1 << 18

    private let source: any ImportSource
    /// The maximum size of an element, and of the text without these arrays.
    private let limit: Int
    /// The size of the byte order mark. Offsets begin behind it.
    private let base: Int

    init(_ source: any ImportSource, limit: Int = StreamedJSON.valueLimit) throws(ImportError) {
        (self.source, self.limit) = (source, limit)
        base = try source.bytes(at: 0, count: 3) == [0xEF, 0xBB, 0xBF] ? 3 : 0
    }

    /// Reads the elements of the arrays at some paths in the order of the text, and returns the text with these arrays
    /// empty.
    func read(
        _ paths: [[String]], _ take: (_ array: Int, _ element: JSONNode, _ range: Range<Int>) -> Void
    ) throws(ImportError) -> JSONNode {
        var scanner = JSONArrayScanner(paths)
        var offset = base
        var counts = paths.map { _ in 0 }
        func value(_ element: JSONArrayScanner.Element, isCut: Bool) throws(ImportError) -> JSONNode {
            counts[element.array] += 1
            let name = "Element \(counts[element.array]) of '\(paths[element.array].last ?? "")'"
            return try self.value(at: element.range, named: name, isCut: isCut)
        }
        while true {
            let piece = try source.bytes(at: offset, count: Self.pieceSize)
            if piece.isEmpty { break }
            offset += piece.count
            for element in scanner.scan(piece) { take(element.array, try value(element, isCut: false), element.range) }
        }
        // The text ends in the array. Only an element that is cut off has an error of its own.
        if let rest = scanner.rest, !rest.range.isEmpty { _ = try value(rest, isCut: true) }
        return try frame(scanner.frame)
    }

    /// The element at a range that `read` has found.
    func value(at range: Range<Int>) throws(ImportError) -> JSONNode {
        let bytes = try bytes(at: range, of: "An element")
        do throws(JSONError) { return try JSONDocument(bytes).root } catch { throw .changed }
    }

    /// Throws if the file has changed since it was opened.
    func confirm() throws(ImportError) { try source.confirm() }

    func companion(_ name: String, limit: Int) -> [UInt8]? { source.companion(name, limit: limit) }

    private func value(at range: Range<Int>, named name: String, isCut: Bool) throws(ImportError) -> JSONNode {
        let bytes = try bytes(at: range, of: name)
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            // The text continues after an element that ends too early.
            let isEarly = error.offset == range.count && !isCut
            throw try malformed(isEarly ? "expected a value" : error.message, at: range.lowerBound + error.offset)
        }
    }

    private func frame(_ ranges: [Range<Int>]) throws(ImportError) -> JSONNode {
        var bytes: [UInt8] = []
        for range in ranges {
            bytes += try self.bytes(at: range, of: "The text besides the entries", after: bytes.count)
        }
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            var (rest, ranges) = (error.offset, ranges[...])
            while let range = ranges.first, ranges.count > 1, rest >= range.count {
                rest -= range.count
                ranges.removeFirst()
            }
            throw try malformed(error.message, at: (ranges.first?.lowerBound ?? 0) + rest)
        }
    }

    private func bytes(
        at range: Range<Int>, of what: String, after size: Int = 0
    ) throws(ImportError) -> [UInt8] {
        guard size + range.count <= limit else {
            throw ImportError(
                .tooLong, "\(what) has \(size + range.count) bytes, and \(limit) are taken.")
        }
        if Task.isCancelled { throw .interrupted }
        let bytes = try source.bytes(at: base + range.lowerBound, count: range.count)
        guard bytes.count == range.count else { throw .changed }
        return bytes
    }

    /// The error with line and column, for which the text is read again.
    private func malformed(_ message: String, at offset: Int) throws(ImportError) -> ImportError {
        var position = JSONPosition()
        while position.offset < offset {
            let count = min(Self.pieceSize, offset - position.offset)
            let piece = try source.bytes(at: base + position.offset, count: count)
            guard !piece.isEmpty else { throw .changed }
            position.advance(over: piece[...])
        }
        return ImportError(.malformed, "It is not JSON: \(JSONError(message: message, at: position).description).")
    }
}

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
    package let bytes: [UInt8]
    package let members: [ZipArchive.Member]

    package func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
        try bytes.bytes(at: offset, count: count)
    }
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
