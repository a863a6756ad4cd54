import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

@Suite struct HeaderBlobTests {
    @Test func orderRepeatsCaseAndOddValuesSurvive() {
        let headers: HeaderFields = [
            "Set-Cookie": "b=2", "set-cookie": "a=1", "": "", "X": "", "É": "\u{0}\r\n\u{1F600}",
            "Long": String(repeating: "x", count: 20_000), "Set-Cookie": "b=2",
        ]
        #expect(HeaderBlob.decode(HeaderBlob.encode(headers)) == headers)
        #expect(HeaderBlob.encode([:]) == [])
        #expect(HeaderBlob.decode([]) == [:])
    }

    @Test func encodingIsWhatTheFormatSays() {
        #expect(HeaderBlob.encode(["A": "bc"]) == [1, 65, 2, 98, 99])
        let long = HeaderBlob.encode(["A": String(repeating: "b", count: 300)])
        #expect(Array(long.prefix(4)) == [1, 65, 0xAC, 0x02])
        #expect(long.count == 304)
    }

    @Test(
        arguments: [
            [0x80], [1], [1, 65], [1, 65, 2, 98], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 65],
            [0x81, 0x00, 65, 0], [1, 0xC3, 0], [1, 65, 1, 0xFF],
        ] as [[UInt8]])
    func invalidBlobIsNil(bytes: [UInt8]) { #expect(HeaderBlob.decode(bytes) == nil) }

    @Test func randomBytesNeverCrash() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if let headers = HeaderBlob.decode(bytes) { #expect(HeaderBlob.encode(headers) == bytes) }
        }
    }
}

extension HeaderBlob {
    fileprivate static func decode(_ bytes: [UInt8]) -> HeaderFields? { bytes.withUnsafeBytes { decode($0) } }
}
