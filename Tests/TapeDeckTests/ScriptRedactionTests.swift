import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// Scripts are read as JavaScript: only a string that is the value of a secret's name is a secret.
struct ScriptRedactionTests {
    @Test(arguments: [
        #"const r = await fetch(u, {credentials: "same-origin"}); f({credentials:'include'}, {credentials:`omit`})"#,
        #"this.credentials=e.credentials||this.credentials||"same-origin",!e.headers"#,
        // An unpaired quotation mark in a regular expression, a comment or a nested template.
        #"s=s.replace(/"/g,"x");a={token:b,c:"d1e2f3g4"};x=/[/"]/.test(y)?token:"z1y2x3w4v5""#,
        "// don't\nif(a)/'/.test(b);var c=d/e,token=f/g;/* it's */h='token=',i=\"k1l2m3n4\"",
        "x=`a${b?`${c}'`:{d:`\"`}}'`;token=y;z='password';w=\"p1q2r3s4\"",
        "a=b++/c;d=')/\"';e=(f)/g;if(h)/i\"/.j;k={}/l;token=m;n=\"o1p2q3r4\"",
        "function f(){}/\"/.exec(g);return/'/;token=h;i='j1k2l3m4'",
        // Names that are none.
        #"x=a?token:"b1c2d3e4f5";switch(k){case token:"use strict"};if(password=="a1b2c3d4")y()"#,
        #"f = token => "a1b2c3d4"; g(b.token ? "a1b2c3d4" : b.token, password, "c5d6e7f8")"#,
        // Words of programs.
        #"[{regex: /a/, token: "string-2"}, {token: "keyword"}]; DATA_API_KEY = ".data-api"; COOKIE: "D, dd M yy""#,
        #"UnexpectedToken: "Unexpected token %0", startToken = "{|", allPass: "overEvery", RANGE_TOKEN = '__r'"#,
        #"password = process.env.PW; xhr.withCredentials=true; var token=next()||0; u = `git+ssh://git@${host}/a`"#,
        "f(password, token); map.set(token, \"a1b2c3d4\")",
        // Patterns, formats, styles, and names that have themselves as values.
        #"Q="a?password=([^&]+)";new RegExp("token=([a-z]+)");h='Set-Cookie: token=%s; Path=/'"#,
        #"s=".password:after{content:''}";PASSWORD='PASSWORD';a={accessToken:"access_token",SECRET:"SET_SECRET"}"#,
    ])
    func programTextIsKept(_ script: String) {
        for (before, after, type) in [
            ("", "", "text/javascript"), ("", "", "application/ecmascript"),
            ("<p></p><script>", "</script>", "text/html"),
        ] {
            let text = before + script + after
            expectEqual(Redaction(secrets: SecretBook()).redactBody(Array(text.utf8), type: type).text, text)
        }
    }

    @Test(arguments: [
        // After what looks like the beginning of a string.
        "s.replace(/\"/g,'');var g_ck='‹a1b2c3d4e5|token-1›'", "// don't\ntoken: \"‹a1b2c3d4e5|token-1›\"",
        "x=`${`'`}`;a['g_ck'] /* it's */ = \"‹a1b2c3d4e5|token-1›\"", "{\"password\" : `‹open sesame|password-1›`}",
        "x={a:1}/2;y=/'/;api_key = '‹a1b2c3d4|key-1›'", "db_password='‹p@ss:w0rd|password-1›'",
        "password=\"‹mypassword|password-1›\"",
        "class A { token = '‹a1b2c3d4e5|token-1›' }", "f(a,{...b,secret:'‹word|secret-1›'})",
        "token = \"‹a1b2c3d4e5|token-1›", "go(`/x.do?sysparm_ck=‹a1b2c3d4e5|token-1›&n=${n}`)",
        // Text that is not JavaScript.
        "it's a `word, accept: */*,\ng_ck: \"‹a1b2c3d4e5|token-1›\"", "'\n/*\n`${\ntoken = '‹a1b2c3d4e5|token-1›'",
    ])
    func valuesOfSecretsNamesAreReplaced(_ marked: String) {
        let text = MarkedText(marked)
        for type in ["text/javascript", "application/x-javascript"] {
            let redaction = Redaction(secrets: SecretBook())
            let once = redaction.redactBody(Array(text.sent.utf8), type: type)
            expectEqual(once.text, text.kept)
            expectEqual(redaction.redactBody(once, type: type), once)
        }
    }

    @Test func knownSecretsAreReplacedInProgramText() {
        let secrets = SecretBook()
        secrets.write("Zw9-known-7Qx", as: "password")
        for type in ["text/javascript", "text/css"] {
            let text = Redaction(secrets: secrets).redactBody(Array("/* Zw9-known-7Qx */ .x{}".utf8), type: type).text
            expectEqual(text, "/* REDACTED-password-1 */ .x{}")
        }
    }

    @Test(arguments: [
        ("text/css", ".token:hover{color:red} [type=password]{border:0} .a::after{content:\"token: a1b2c3d4\"}"),
        ("text/css", "[data-token=a1b2c3d4e5]{color:red}"),
        ("text/html", "<style>.token:hover{color:red} .password:a1b2c3{}</style><p style=\"token:a1b2c3d4e5\">x</p>"),
        ("application/json", #"{"type":"object","properties":{"password":{"type":"string","format":"password"}}}"#),
        ("application/json", #"{"credentials":"same-origin"}"#),
        ("text/javascript", "/* http://anna:a1b2c3@h.example.com */"),
    ])
    func stylesAndSchemasAreKept(type: String, text: String) {
        expectEqual(Redaction(secrets: SecretBook()).redactBody(Array(text.utf8), type: type).text, text)
    }

    /// Time is linear also for text of which nothing ends: otherwise this would take minutes.
    @Test(arguments: ["(/[", "\"\\", "'", "`${", "/*", "{`"])
    func endlessTokensAreRead(_ part: String) {
        let text = Array(String(repeating: part, count: 20_000).utf8)
        expectEqual(Redaction(secrets: SecretBook()).redactBody(text, type: "text/javascript"), text)
    }
}

/// Scripts and style sheets that people use are on a tape as they were received (`scripts/set-up` installs them).
struct ScriptFilesTests {
    private static let packages = [
        "libjs-bootstrap4", "libjs-codemirror", "libjs-d3", "libjs-jquery", "libjs-jquery-ui", "libjs-leaflet",
        "libjs-moment", "node-axios", "node-lodash", "node-undici",
    ]

    /// Every fourth file with an ending, of each package: a redactor reads about a megabyte in a second here.
    private static func changed(_ suffix: String, _ change: ([UInt8]) -> [UInt8]) throws -> (count: Int, [String]) {
        let files = try packages.flatMap { package in
            let list = try String(contentsOfFile: "/var/lib/dpkg/info/\(package).list", encoding: .utf8)
            let files = list.split(separator: "\n").map(String.init).filter { $0.hasSuffix(suffix) }
            return stride(from: 0, to: files.count, by: 4).map { files[$0] }
        }
        var count = 0, changed: [String] = []
        for path in files {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            count += 1
            let bytes = [UInt8](data)
            if change(bytes) != bytes { changed.append(path) }
        }
        return (count, changed)
    }

    private static func body(_ bytes: [UInt8], _ type: String) -> [UInt8] {
        Redaction(secrets: SecretBook()).redactBody(bytes, type: type)
    }

    @Test func scriptsAreUnchanged() throws {
        let (count, changed) = try Self.changed(".js") { Self.body($0, "text/javascript;charset=utf-8") }
        expectEqual(changed, [])
        #expect(count > 500)
    }

    @Test func scriptsOfPagesAreUnchanged() throws {
        let tag = Array("<script>".utf8)
        let (count, changed) = try Self.changed(".min.js") {
            Array(Self.body(tag + $0 + Array("</script>".utf8), "text/html").dropFirst(tag.count).dropLast(9))
        }
        expectEqual(changed, [])
        #expect(count > 35)
    }

    @Test func styleSheetsAreUnchanged() throws {
        let (count, changed) = try Self.changed(".css") { Self.body($0, "text/css") }
        expectEqual(changed, [])
        #expect(count > 50)
    }
}
