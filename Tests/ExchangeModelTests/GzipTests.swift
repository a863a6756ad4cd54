import TestSupport
import Testing

@testable import ExchangeModel

/// Gzip of one or more members (RFC 1952, 2.2), which zeros may follow.
struct GzipTests {
    private static let texts = ["", "a", String(repeating: "ServiceNow ❄ ", count: 20_000), "the end"]
        .map { Array($0.utf8) }
    private static let coded = texts.flatMap { Gzip.compress($0) }
    private static let plain = Array(texts.joined())

    @Test func allMembersAreDecompressed() {
        expectEqual(Gzip.decompress(Self.coded, limit: 1 << 20), Self.plain)
        expectEqual(Gzip.decompress(Self.coded + [0, 0, 0], limit: 1 << 20), Self.plain)
        expectEqual(Gzip.decompress(Self.coded, limit: Self.plain.count), Self.plain)
        expectEqual(Gzip.decompress(Self.coded, limit: Self.plain.count - 1), nil)
    }

    @Test func damageIsFound() {
        let junk: [[UInt8]] = [Array("junk".utf8), [0, 1], [0x1F], [0, 0] + Gzip.compress([1])]
        for end in junk { expectEqual(Gzip.decompress(Self.coded + end, limit: 1 << 20), nil, "\(end)") }
        expectEqual(Gzip.decompress(Array(Self.coded.dropLast()), limit: 1 << 20), nil)
        expectEqual(Gzip.decompress([], limit: 1 << 20), nil)
    }

    /// Reads pieces of a size; every third time, what was decompressed is not taken yet.
    private func read(_ bytes: [UInt8], in size: Int) -> (plain: [UInt8], isWhole: Bool)? {
        let reader = GzipReader()
        var plain: [UInt8] = [], offers = 0, start = 0
        while start < bytes.count {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            let progress = piece.withUnsafeBufferPointer {
                reader.read($0) { output in
                    offers += 1
                    if offers % 3 == 0 { return false }
                    plain += output
                    return true
                }
            }
            switch progress {
            case .done: start += size
            case .refused: break
            case .malformed: return nil
            }
        }
        return (plain, reader.isAtEnd)
    }

    @Test(arguments: [1, 7, 1000, 1 << 20]) func piecesAreReadOnce(size: Int) throws {
        let whole = try #require(read(Self.coded + [0, 0], in: size))
        #expect(whole.plain == Self.plain && whole.isWhole)
        let cut = try #require(read(Array(Self.coded.dropLast(3)), in: size))
        #expect(cut.plain == Self.plain && !cut.isWhole)
        #expect(read(Self.coded + Array("junk".utf8), in: size) == nil)
    }

    @Test func nothingIsWhole() { #expect(GzipReader().isAtEnd) }
}
