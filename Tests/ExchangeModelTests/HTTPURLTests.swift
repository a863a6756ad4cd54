import ExchangeModel
import TestSupport
import Testing

/// URLs: what is preserved, what is rejected, how references are resolved.
struct HTTPURLTests {
    @Test(arguments: [
        "http://sandbox.localhost/", "https://dev1.service-now.com/api/now/table/incident?sysparm_query=a%3D1%5Eb=2&x=",
        "http://127.0.0.1:8080/a//b/../c?", "https://[::1]:8443/x", "http://h/%zz?a=%C3%28&ü=€",
        "http://h/a\u{301}?\u{301}b",
    ])
    func targetIsPreserved(text: String) throws {
        try expectEqual(#require(HTTPURL(text)).description, text)
    }

    @Test func urlIsParsed() throws {
        let url = try #require(HTTPURL("HTTPS://Dev1.Service-Now.com:8443/api/X?q=a?b/c#frag/?x"))
        expectEqual(
            url, HTTPURL(scheme: "https", host: "dev1.service-now.com", port: 8443, path: "/api/X", query: "q=a?b/c"))
        expectEqual(url.origin, "https://dev1.service-now.com:8443")
        expectEqual(url.target, "/api/X?q=a?b/c")
        expectEqual(url.effectivePort, 8443)
        let bare = try #require(HTTPURL("http://h:80"))
        expectEqual(bare.port, nil)
        expectEqual(bare.path, "/")
        expectEqual(bare.query, nil)
        expectEqual(bare.effectivePort, 80)
        expectEqual(HTTPURL("http://h?a=1")?.target, "/?a=1")
        expectEqual(HTTPURL("http://h/?")?.query, "")
        expectEqual(HTTPURL("https://[FE80::1%25eth0]/")?.host, "[fe80::1%25eth0]")
    }

    @Test func delimiterBeforeCombiningMarkIsRecognized() throws {
        let url = try #require(HTTPURL("http://h/a?\u{301}=1&\u{301}b=\u{301}2#\u{301}gone"))
        expectEqual(url.path, "/a")
        expectEqual(url.queryFields.map(\.name), ["\u{301}", "\u{301}b"])
        expectEqual(url.queryFields.map(\.value), ["1", "\u{301}2"])
        expectEqual(HTTPURL("http://user@\u{301}h/"), nil)
    }

    @Test(arguments: [
        "", "h", "ftp://h/", "file:///etc/passwd", "http:/h", "http:h", "//h/", "http://", "http:///x", "http://:80/",
        "http://user:secret@h/", "http://user@h/", "http://h:0/", "http://h:65536/", "http://h:+80/", "http://h:x/",
        "http://h:",
        "http://a:b:80/", "http://[::1/", "http://[]/", "http://[::1]x/", "http://h[/", "http://h/a b", "http://h/\n",
        "http://h/\u{7F}",
        " http://h/", "http://h,i/", "http://h\\i/", "javascript:alert(1)", "http://h:99999999999999999999/",
    ])
    func invalidURLIsRejected(text: String) {
        expectEqual(HTTPURL(text), nil)
    }

    @Test(arguments: [
        ("https://other/x", "https://other/x"), ("//other:8080/y?z", "http://other:8080/y?z"),
        ("/login.do", "http://h:81/login.do"),
        ("next?a=/../b", "http://h:81/a/b/next?a=/../b"), ("../up", "http://h:81/a/up"),
        ("../../../up", "http://h:81/up"),
        ("./", "http://h:81/a/b/"), ("..", "http://h:81/a/"), (".", "http://h:81/a/b/"),
        ("?q=1", "http://h:81/a/b/c?q=1"), ("", "http://h:81/a/b/c?x=1"),
        ("#part", "http://h:81/a/b/c?x=1"), ("/a/./b/../c", "http://h:81/a/c"), ("d#e", "http://h:81/a/b/d"),
        ("a?b:c", "http://h:81/a/b/a?b:c"), ("/x?u=http://y", "http://h:81/x?u=http://y"), ("/..", "http://h:81/"),
    ])
    func referenceResolutionFollowsRFC(reference: String, target: String) throws {
        try expectEqual(#require(HTTPURL("http://h:81/a/b/c?x=1")).resolving(reference)?.description, target)
    }

    @Test(arguments: ["javascript:alert(1)", "mailto:a@b", "ftp://h/", "//user:secret@h/", "/a b", "http://", "//"])
    func invalidReferenceIsRejected(reference: String) throws {
        try expectEqual(#require(HTTPURL("http://h/")).resolving(reference), nil)
    }

    @Test func queryFieldsAreFormDecoded() throws {
        let url = try #require(HTTPURL("http://h/?sysparm_query=active%3Dtrue^a=b+c&&flag&=x&e=%E2%82%AC&bad=%zz%F"))
        expectEqual(url.queryFields.map(\.name), ["sysparm_query", "flag", "", "e", "bad"])
        expectEqual(url.queryFields.map(\.value), ["active=true^a=b c", "", "x", "€", "%zz%F"])
        expectEqual(HTTPURL("http://h/")?.queryFields.isEmpty, true)
    }

    @Test func loopbackAddressesAreRecognized() {
        for host in ["localhost", "sandbox.localhost", "127.0.0.1", "127.255.0.9", "[::1]"] {
            #expect(HTTPURL(scheme: "http", host: host).isLoopback)
        }
        for host in [
            "localhost.example", "notlocalhost", "127.0.0.1.example", "127.0.1", "128.0.0.1", "127.0.0.256", "[::2]",
            "10.0.0.1",
        ] {
            #expect(!HTTPURL(scheme: "http", host: host).isLoopback)
        }
    }
}

/// Header lines keep their order and repetitions.
struct HeaderFieldsTests {
    let sample = HeaderFields([
        HeaderField("Set-Cookie", "a=1"), HeaderField("Content-Type", "text/plain"), HeaderField("set-cookie", "b=2"),
        HeaderField("SET-COOKIE", "a=1"),
    ])

    @Test func namesAreCaseInsensitive() {
        expectEqual(sample["CONTENT-type"], "text/plain")
        expectEqual(sample["Content-Typ"], nil)
        expectEqual(sample.values(of: "Set-cookie"), ["a=1", "b=2", "a=1"])
        #expect(HeaderFields.same("X-Ä", "x-Ä"))
        #expect(!HeaderFields.same("X-Ä", "x-ä"))
        // These pairs differ only in bit 5 but are not letters.
        #expect(!HeaderFields.same("X@", "X`"))
        #expect(!HeaderFields.same("[", "{"))
    }

    @Test func settingReplacesAllLinesAtFirstPosition() {
        var fields = sample
        fields["set-COOKIE"] = "c=3"
        expectEqual(fields.fields, [HeaderField("Set-Cookie", "c=3"), HeaderField("Content-Type", "text/plain")])
        fields["New"] = "n"
        expectEqual(fields.map(\.name), ["Set-Cookie", "Content-Type", "New"])
        fields["content-type"] = nil
        expectEqual(fields.map(\.name), ["Set-Cookie", "New"])
    }

    @Test func appendingKeepsEarlierLines() {
        var fields: HeaderFields = ["A": "1", "A": "2"]
        fields.append("a", "3")
        expectEqual(fields.map(\.value), ["1", "2", "3"])
        fields.remove("A")
        #expect(fields.isEmpty)
    }

    @Test func anyBytesBecomeText() {
        func field(_ value: [UInt8]) -> HeaderField {
            Array("X-Note".utf8).withUnsafeBufferPointer { name in
                value.withUnsafeBufferPointer { HeaderField(name: name, value: $0) }
            }
        }
        expectEqual(field(Array(" \t plain text \r\n".utf8)), HeaderField("X-Note", "plain text"))
        expectEqual(field(Array("ü€".utf8)).value, "ü€")
        expectEqual(field([0x66, 0xFC, 0x72]).value, "für")
        expectEqual(field([0x20, 0x09]).value, "")
        expectEqual(field([]).value, "")
    }
}

struct PercentCodingTests {
    @Test func onlyUnreservedCharactersStayAsTheyAre() {
        expectEqual(PercentCoding.encode("aZ09-._~"), "aZ09-._~")
        expectEqual(PercentCoding.encode("a=1^b/c d+é€😀%\n"), "a%3D1%5Eb%2Fc%20d%2B%C3%A9%E2%82%AC%F0%9F%98%80%25%0A")
        expectEqual(PercentCoding.encode(""), "")
    }

    @Test func decodingKeepsInvalidEscapes() {
        expectEqual(PercentCoding.decode("a%3d1%5Eb+%E2%82%AC"), "a=1^b+€")
        expectEqual(PercentCoding.decodeForm("a%2Bb+c"), "a+b c")
        for text in ["%", "%4", "%4g", "%%", "100%", "plain"] { #expect(PercentCoding.decode(text) == text) }
        expectEqual(PercentCoding.decode("%%41"), "%A")
        expectEqual(PercentCoding.decode("%C3%28%FF"), "\u{FFFD}(\u{FFFD}")
    }

    @Test func everyByteRoundTrips() {
        for scalar in (0..<0x3000).compactMap(Unicode.Scalar.init) {
            let text = "x" + String(scalar) + "y"
            expectEqual(PercentCoding.decode(PercentCoding.encode(text)), text)
            expectEqual(PercentCoding.decodeForm(PercentCoding.encode(text)), text)
        }
    }
}
