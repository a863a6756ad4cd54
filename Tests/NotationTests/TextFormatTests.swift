import Notation
import TestSupport
import Testing

struct Base64Tests {
    /// The test vectors of RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func rfcTestVectors(_ plain: String, _ encoded: String) {
        expectEqual(Base64.encode(plain.utf8), encoded)
        expectEqual(Base64.decode(encoded.utf8), Array(plain.utf8))
        expectEqual(Base64.decode(encoded.utf8.filter { $0 != UInt8(ascii: "=") }), Array(plain.utf8))
    }

    @Test func everyByteRoundTripsInBothAlphabets() {
        let bytes = (0...255).map { UInt8($0) }
        expectEqual(Base64.decode(Base64.digits(of: bytes, .usual)), bytes)
        expectEqual(Base64.decode(Base64.digits(of: bytes, .url)), bytes)
        #expect(!Base64.digits(of: bytes, .url).contains(UInt8(ascii: "/")))
    }

    @Test(arguments: ["Z", "Zm9vY", "Zm9v!", "Zm 9v", "Zm9v\n"])
    func invalidBase64IsNotDecoded(_ text: String) {
        expectEqual(Base64.decode(text.utf8), nil)
    }
}

struct HeaderValueTests {
    @Test(arguments: [
        ("text/plain", "text/plain", []),
        ("Text/HTML; Charset=UTF-8", "text/html", ["charset=UTF-8"]),
        (#"form-data; name="a b"; filename="c;\"d\".txt""#, "form-data", ["name=a b", #"filename=c;"d".txt"#]),
        (#"form-data; name="C:\temp\new""#, "form-data", [#"name=C:\temp\new"#]),
        ("a/b ; c=d ;", "a/b", ["c=d"]),
        (#"a; b="""#, "a", ["b="]),
    ])
    func parametersAreParsed(text: String, essence: String, parameters: [String]) {
        let value = HeaderValue(text)
        expectEqual(value?.essence, essence)
        expectEqual(value?.parameters.map { $0.name + "=" + $0.value }, parameters)
    }

    @Test(arguments: [
        "", " ", ";a=b", "a b", "a; b", "a; =b", "a; b=", "a; b=\"c", "a; b=c d", "a; b=\"c\"d", "text/plain\r\nX: y",
        "a; b=\"\u{0}\"", "a; b=\"\u{7F}\"", "tëxt/plain",
    ])
    func invalidValueIsRejected(text: String) { expectEqual(HeaderValue(text), nil) }
}

struct MultipartFormTests {
    private let type = "multipart/form-data; boundary=xyz"

    private func parts(_ body: String, _ type: String? = nil) throws -> [String] {
        let bytes = Array(body.utf8)
        return try MultipartForm(bytes, contentType: type ?? self.type).parts.map { part in
            [
                part.name, part.fileName ?? "-", part.contentType ?? "-",
                String(decoding: bytes[part.content], as: UTF8.self),
            ]
            .joined(separator: "|")
        }
    }

    @Test func formIsSplitIntoFields() throws {
        let body = """
            --xyz\r
            Content-Disposition: form-data; name="table_name"\r
            \r
            incident\r
            --xyz\r
            content-disposition:form-data;name=empty\r
            \r
            \r
            --xyz\r
            Content-Disposition: form-data; name="uploadFile"; filename="a.txt"\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Transfer-Encoding: binary\r
            \r
            one\r
            --xy\r
            two\r
            \r
            --xyz--\r

            """
        try expectEqual(
            parts(body),
            [
                "table_name|-|-|incident", "empty|-|-|",
                "uploadFile|a.txt|text/plain; charset=utf-8|one\r\n--xy\r\ntwo\r\n",
            ])
        try expectEqual(parts(body, #"Multipart/Form-Data; charset=utf-8; boundary="xyz""#).count, 3)
        try expectEqual(parts("--xyz--"), [])
    }

    @Test(arguments: [
        ("", "the body does not begin with its boundary"),
        ("--xy", "the body does not begin with its boundary"),
        ("\r\n--xyz--", "the body does not begin with its boundary"),
        ("--xyzabc\r\n\r\n--xyz--", "a boundary is not followed by a line end"),
        ("--xyz", "a boundary is not followed by a line end"),
        ("--xyz\n", "a boundary is not followed by a line end"),
        ("--xyz\r\n", "the head of a part does not end within 8192 bytes"),
        (
            "--xyz\r\nContent-Disposition: form-data; name=a\n\nb\r\n--xyz--",
            "the head of a part does not end within 8192 bytes"
        ),
        ("--xyz\r\n\r\nb\r\n--xyz--", "a part has no Content-Disposition with a name"),
        (
            "--xyz\r\nContent-Disposition: attachment; name=a\r\n\r\nb\r\n--xyz--",
            "a part has no Content-Disposition with a name"
        ),
        (
            "--xyz\r\nContent-Disposition: form-data; name=\"a\r\n\r\nb\r\n--xyz--",
            "a part has no Content-Disposition with a name"
        ),
        ("--xyz\r\nnothing\r\n\r\nb\r\n--xyz--", "a line in the head of a part has no name"),
        ("--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--xy", "the body does not end with its boundary"),
    ])
    func brokenFormIsRejected(body: String, reason: String) throws {
        let error = #expect(throws: MultipartError.self) { try parts(body) }
        expectEqual(error?.description, reason)
    }

    @Test(arguments: [
        "", "text/plain", "multipart/mixed; boundary=xyz", "multipart/form-data", "multipart/form-data; boundary=",
    ])
    func otherTypeIsNotAForm(type: String) {
        #expect(throws: MultipartError.self) { try parts("--xyz--", type) }
    }

    @Test func fieldsAndHeadsAreBounded() {
        let field = "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n"
        #expect(throws: Never.self) { try parts(String(repeating: field, count: 100) + "--xyz--") }
        #expect(throws: MultipartError.self) { try parts(String(repeating: field, count: 101) + "--xyz--") }
        let head =
            "--xyz\r\nX: " + String(repeating: "x", count: 9000)
            + "\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--xyz--"
        #expect(throws: MultipartError.self) { try parts(head) }
    }

    /// For any bytes and any damage to a body, parsing ends and every part lies within the body.
    @Test func randomBytesRoundTrip() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet: [UInt8] = [13, 10, 45, 0, 255, 120, 121]
        for _ in 0..<200 {
            let content = (0..<random.below(200)).map { _ in alphabet[random.below(alphabet.count)] }
            var body = Array("--xyz\r\nContent-Disposition: form-data; name=f\r\n\r\n".utf8) + content
            body += Array("\r\n--xyz--\r\n".utf8)
            let form = try MultipartForm(body, contentType: type)
            expectEqual(form.parts.map { Array(body[$0.content]) }, [content])
            body[random.below(body.count)] = UInt8(random.below(256))
            for part in (try? MultipartForm(body, contentType: type))?.parts ?? [] {
                #expect(part.content.upperBound <= body.count)
            }
        }
    }
}

/// Text from an instance cannot control the terminal.
struct TerminalTextTests {
    @Test(arguments: [
        "", "plain", "two\nlines\tand a tab", "übung €5 😀 日本語", "no-break\u{A0}space",
        "\u{2029}\u{200D}\u{2065}\u{206A}",
        "a long text of ordinary words, much longer than one machine word\n",
    ])
    func plainTextIsUnchanged(text: String) {
        expectEqual(TerminalText.plain(text), text)
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
    func controlSequencesAreDropped(text: String, shown: String) {
        expectEqual(TerminalText.plain(text), shown)
        #expect(!TerminalText.isPlain(text))
        for padding in 0..<9 {
            let front = String(repeating: "€", count: padding)
            expectEqual(TerminalText.plain(front + text), front + shown)
        }
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        expectEqual(TerminalText.plain([0x61, 0xFF, 0x62, 0xC2] as [UInt8]), "a\u{FFFD}b\u{FFFD}")
        expectEqual(TerminalText.plain([0x9B, 0x33, 0x31, 0x6D] as [UInt8]), "\u{FFFD}31m")
        expectEqual(TerminalText.plain([0xE2, 0x80] as [UInt8]), "\u{FFFD}")
    }

    @Test func controlCharactersAreRemoved() {
        let text = String(repeating: "\u{1B}]0;x\u{7}\u{1B}[41m\u{9B}K\u{0}\r", count: 5000)
        expectEqual(TerminalText.plain(text), "")
    }
}
