import ExchangeModel
import Testing

/// Addresses: what is kept, what is refused, where references lead.
@Suite struct HTTPURLTests {
    @Test(arguments: [
        "http://sandbox.localhost/", "https://dev1.service-now.com/api/now/table/incident?sysparm_query=a%3D1%5Eb=2&x=",
        "http://127.0.0.1:8080/a//b/../c?", "https://[::1]:8443/x", "http://h/%zz?a=%C3%28&ü=€",
        "http://h/a\u{301}?\u{301}b",
    ])
    func theTargetIsKeptAsItWasWritten(text: String) throws {
        #expect(try #require(HTTPURL(text)).description == text)
    }

    @Test func partsAreTakenApart() throws {
        let url = try #require(HTTPURL("HTTPS://Dev1.Service-Now.com:8443/api/X?q=a?b/c#frag/?x"))
        #expect(
            url == HTTPURL(scheme: "https", host: "dev1.service-now.com", port: 8443, path: "/api/X", query: "q=a?b/c"))
        #expect(url.origin == "https://dev1.service-now.com:8443")
        #expect(url.target == "/api/X?q=a?b/c")
        #expect(url.effectivePort == 8443)
        let bare = try #require(HTTPURL("http://h:80"))
        #expect(bare.port == nil)
        #expect(bare.path == "/")
        #expect(bare.query == nil)
        #expect(bare.effectivePort == 80)
        #expect(HTTPURL("http://h?a=1")?.target == "/?a=1")
        #expect(HTTPURL("http://h/?")?.query == "")
        #expect(HTTPURL("https://[FE80::1%25eth0]/")?.host == "[fe80::1%25eth0]")
    }

    @Test func aDelimiterIsOneWhateverMarkFollowsIt() throws {
        let url = try #require(HTTPURL("http://h/a?\u{301}=1&\u{301}b=\u{301}2#\u{301}gone"))
        #expect(url.path == "/a")
        #expect(url.queryFields.map(\.name) == ["\u{301}", "\u{301}b"])
        #expect(url.queryFields.map(\.value) == ["1", "\u{301}2"])
        #expect(HTTPURL("http://user@\u{301}h/") == nil)
    }

    @Test(arguments: [
        "", "h", "ftp://h/", "file:///etc/passwd", "http:/h", "http:h", "//h/", "http://", "http:///x", "http://:80/",
        "http://user:secret@h/", "http://user@h/", "http://h:0/", "http://h:65536/", "http://h:+80/", "http://h:x/",
        "http://h:",
        "http://a:b:80/", "http://[::1/", "http://[]/", "http://[::1]x/", "http://h[/", "http://h/a b", "http://h/\n",
        "http://h/\u{7F}",
        " http://h/", "http://h,i/", "http://h\\i/", "javascript:alert(1)", "http://h:99999999999999999999/",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(HTTPURL(text) == nil)
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
    func aReferenceLeadsWhereTheStandardSays(reference: String, target: String) throws {
        #expect(try #require(HTTPURL("http://h:81/a/b/c?x=1")).resolving(reference)?.description == target)
    }

    @Test(arguments: ["javascript:alert(1)", "mailto:a@b", "ftp://h/", "//user:secret@h/", "/a b", "http://", "//"])
    func aReferenceThatLeadsNowhereIsRefused(reference: String) throws {
        #expect(try #require(HTTPURL("http://h/")).resolving(reference) == nil)
    }

    @Test func queryFieldsAreDecodedAsFormsWriteThem() throws {
        let url = try #require(HTTPURL("http://h/?sysparm_query=active%3Dtrue^a=b+c&&flag&=x&e=%E2%82%AC&bad=%zz%F"))
        #expect(url.queryFields.map(\.name) == ["sysparm_query", "flag", "", "e", "bad"])
        #expect(url.queryFields.map(\.value) == ["active=true^a=b c", "", "x", "€", "%zz%F"])
        #expect(HTTPURL("http://h/")?.queryFields.isEmpty == true)
    }

    @Test func loopbackIsThisMachineAndNothingElse() {
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
