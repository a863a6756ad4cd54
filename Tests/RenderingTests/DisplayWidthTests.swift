import Testing

@testable import Rendering

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("plain text of more than eight bytes", 35), ("Zürich", 6), ("日本語", 6), ("ｱｲｳ", 3), ("ＡＢ", 4),
        ("e\u{301}", 1), ("\u{301}", 0), ("नमस्ते", 4), ("שלום", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("a\u{200B}b", 2), ("…", 1), ("⏎", 1), ("—", 1), ("\u{AD}", 1),
        ("😀", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("☝🏽", 2),
        ("👩‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("🇳🇴", 2), ("🇳🇴🇸🇪", 4), ("🇳", 1), ("a\u{200D}b", 2),
        ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("\u{10FFFF}", 1), ("\u{20000}", 2),
    ])
    func `a text takes the cells a terminal gives it`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 3, "abc"), ("abc", 3, "abc"), ("abc", 0, ""), ("日本語", 3, "日"), ("日本語", 1, ""),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"), ("👩‍👩‍👧x", 2, "👩‍👩‍👧"), ("👩‍👩‍👧x", 1, ""),
        ("🇳🇴🇸🇪", 3, "🇳🇴"), ("❤\u{FE0F}x", 1, ""), ("", 5, ""), ("\u{301}a", 1, "\u{301}a"),
    ])
    func `a cut never parts what is drawn as one`(_ text: String, _ limit: Int, _ kept: String) {
        var text = text
        let found = text.withUTF8 { bytes in
            String(decoding: bytes[..<DisplayWidth.prefix(of: bytes, fitting: limit).bytes], as: UTF8.self)
        }
        #expect(Array(found.unicodeScalars) == Array(kept.unicodeScalars))
    }

    @Test func `every byte that is not printable ASCII is seen wherever it stands`() {
        var wrong: [String] = []
        for byte in UInt8.min...UInt8.max {
            for place in 0..<19 {
                var bytes = [UInt8](repeating: 0x61, count: 19)
                bytes[place] = byte
                let plain = bytes.withUnsafeBufferPointer { DisplayWidth.isPrintableASCII($0) }
                if plain != (byte >= 0x20 && byte <= 0x7E) { wrong.append("\(byte) at \(place)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func `the ranges are sorted, apart from each other, and in pairs`() {
        for ranges in [WidthRanges.zero, WidthRanges.wide, WidthRanges.narrowEmoji, WidthRanges.pictographic] {
            #expect(ranges.count % 2 == 0)
            for start in stride(from: 0, to: ranges.count, by: 2) {
                #expect(ranges[start] <= ranges[start + 1])
                if start > 0 { #expect(ranges[start - 1] + 1 < ranges[start]) }
            }
        }
    }
}
