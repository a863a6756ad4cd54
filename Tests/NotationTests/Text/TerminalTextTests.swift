import Notation
import Testing

/// What text from an instance may do to a terminal: nothing.
@Suite struct TerminalTextTests {
    @Test(arguments: [
        "", "plain", "two\nlines\tand a tab", "übung €5 😀 日本語", "no-break\u{A0}space",
        "\u{2029}\u{200D}\u{2065}\u{206A}",
        "a long text of ordinary words, much longer than one machine word\n",
    ])
    func plainTextIsLeftAlone(text: String) {
        #expect(TerminalText.plain(text) == text)
        #expect(TerminalText.isPlain(text))
    }

    @Test(arguments: [
        ("a\u{1B}[31mred\u{1B}[0m", "ared"), ("\u{1B}[2J\u{1B}[Hx", "x"), ("\u{1B}[?1049h\u{1B}[38;5;196mx", "x"),
        ("\u{9B}31mx", "x"), ("a\u{1B}]0;title\u{7}b", "ab"),
        ("a\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\b", "alinkb"),
        ("a\u{9D}52;c;aGk=\u{9C}b", "ab"), ("a\u{1B}Pq#0;ü\u{1B}\\b", "ab"), ("a\u{90}x\u{9C}b", "ab"),
        ("a\u{1B}_apc\u{1B}\\b\u{1B}^pm\u{1B}\\c\u{1B}Xsos\u{1B}\\d", "abcd"), ("a\u{1B}(0b\u{1B}#8c\u{1B}cd", "abcd"),
        ("a\u{1B}", "a"), ("a\u{1B}[", "a"), ("a\u{1B}[12;", "a"), ("a\u{1B}[1\nb", "a\nb"), ("a\u{1B}ü", "aü"),
        ("a\u{1B}]never closed\nb", "a\nb"), ("a\u{1B}]x\u{18}b", "ab"), ("a\u{1B}]x\u{1B}[1mb", "ab"),
        ("\u{0}a\u{7}b\u{8}c\rd\u{7F}e\u{85}f\u{80}", "abcdef"), ("\u{1B}\u{1B}[1mx", "x"), ("a\u{1B}\\b", "ab"),
        ("admin\u{202E}txt.exe\u{202C}", "admintxt.exe"),
        ("\u{2066}a\u{2067}b\u{2068}c\u{2069}\u{202A}\u{202B}\u{202D}", "abc"),
        ("\u{1B}[\u{1B}[31mx", "x"), ("\u{1B}]\u{1B}]0;t\u{7}x", "x"),
        ("12345678\u{1B}[1m12345678\u{7F}", "1234567812345678"),
    ])
    func whateverATerminalWouldObeyIsDropped(text: String, shown: String) {
        #expect(TerminalText.plain(text) == shown)
        #expect(!TerminalText.isPlain(text))
        for padding in 0..<9 {
            let front = String(repeating: "€", count: padding)
            #expect(TerminalText.plain(front + text) == front + shown)
        }
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        #expect(TerminalText.plain([0x61, 0xFF, 0x62, 0xC2] as [UInt8]) == "a\u{FFFD}b\u{FFFD}")
        #expect(TerminalText.plain([0x9B, 0x33, 0x31, 0x6D] as [UInt8]) == "\u{FFFD}31m")
        #expect(TerminalText.plain([0xE2, 0x80] as [UInt8]) == "\u{FFFD}")
    }

    @Test func aScreenFullOfControlCharactersLeavesNothing() {
        let text = String(repeating: "\u{1B}]0;x\u{7}\u{1B}[41m\u{9B}K\u{0}\r", count: 5000)
        #expect(TerminalText.plain(text) == "")
    }
}
