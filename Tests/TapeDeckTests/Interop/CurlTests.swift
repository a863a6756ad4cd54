import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// curl command lines, imported as data and exported for a shell.
struct CurlTests {
    private func read(_ text: String) throws -> ImportedHAR { try ImportedHAR(recognizing: Array(text.utf8)) }

    /// The words of the first command.
    private func words(_ text: String) -> [String] {
        ShellWords(Array(text.utf8)).commands.first?.words.map(\.text) ?? []
    }

    @Test func chromiumCopiesForBash() throws {
        let made = try read(
            #"""
            curl 'https://dev1.service-now.com/api/now/table/incident?a=1&b=%20' \
              -X 'PATCH' \
              -H 'accept: application/json' \
              -H 'content-type: application/json' \
              -b 'JSESSIONID=ABCDEF0123456789; glide_user_route=glide.abc' \
              -H 'x-usertoken: abcdef0123456789abcdef' \
              -H 'dnt;' \
              --data-raw $'{"text":"it\'s \u0021 \ud83d\ude00\\n\x41\101"}' \
              --compressed --insecure
            """#)
        let request = try #require(try made.exchange(1)?.request)
        expectEqual(request.method, "PATCH")
        expectEqual(request.url, "https://dev1.service-now.com/api/now/table/incident?a=1&b=%20")
        expectEqual(request.body?.text, #"{"text":"it's ! 😀\nAA"}"#)
        #expect(request.headers["Content-Type"] == "application/json" && request.headers["DNT"] == "")
        expectEqual(request.headers["Cookie"]?.contains("ABCDEF0123456789"), false)
        try expectEqual(made.dump.contains("abcdef0123456789abcdef"), false)
        try expectEqual(made.exchange(1)?.outcome, .interrupted)
        #expect(made.made.losses.count(of: .noResponse) == 1 && made.made.losses.count(of: .options) == 0)
        #expect(Audit(of: made.cassette).findings.isEmpty)
    }

    @Test func copyForWindowsIsRefused() {
        let error = #expect(throws: ImportError.self) { try read("curl ^\"https://a.example/^\" ^\n  -d ^\"x^\"") }
        expectEqual(error?.kind, .otherFormat)
    }

    @Test func wordsAreSplitAsByBash() {
        expectEqual(words(#"a  'b c' "d e" f\ g h'i'"j" '' # k"#), ["a", "b c", "d e", "f g", "hij", ""])
        expectEqual(words("a \\\n b\nc"), ["a", "b"])
        expectEqual(words("a \\\r\n b"), ["a", "b"])
        expectEqual(words(#"a "active=true^" 'b^'"#), ["a", "active=true^", "b^"])
        expectEqual(words(#""\$x \" \\ \n""#), [#"$x " \ \n"#])
        expectEqual(words(#"$'\t\x41\101\u00e9\U0001F600\'\\\e'"#), ["\tAAé😀'\\\u{1B}"])
        expectEqual(
            words(#"$(rm -rf "/" (x)) `id` ${HOME} $HOME"#), [#"$(rm -rf "/" (x))"#, "`id`", "${HOME}", "$HOME"])
        expectEqual(ShellWords(Array("a | b > c; d && e &".utf8)).commands.count, 4)
        expectEqual(
            ShellWords(Array(#"'$x' "$(a)" `b` $c \$d $ "$""#.utf8)).commands.first?.words.flatMap(\.unset).count, 3)
        for unfinished in ["'a", "\"a", "$'a", "$(a", "`a", "a\\", "$'\\", "$'\\x", "^\"a", "^\"", "$'\\ud800\\u"] {
            _ = ShellWords(Array(unfinished.utf8))
        }
    }

    @Test(arguments: [
        ("-d a=1 -d b=2", "POST", "/", "a=1&b=2"), ("-G -d a=1 --data-urlencode 'b=x y'", "GET", "/?a=1&b=x%20y", nil),
        ("-I", "HEAD", "/", nil), ("--json '{}'", "POST", "/", "{}"), ("-XDELETE", "DELETE", "/", nil),
        ("-sSLXPUT --data-binary @file", "PUT", "/", nil), ("--data-raw @x", "POST", "/", "@x"),
        ("--data-urlencode =a&b", "POST", "/", "a"), ("--json '{' --json '}'", "POST", "/", "{}"),
        ("-T a/b.png", "PUT", "/b.png", nil), ("--url-query a=b -d x", "POST", "/?a=b", "x"),
        ("-d @- <<EOF\nx\ny\nEOF\n", "POST", "/", "xy"), ("--json @- <<< '{}' > out", "POST", "/", "{}\n"),
        ("-o out.txt -d x", "POST", "/", "x"),
    ])
    func optionsAreRead(options: String, method: String, target: String, body: String?) throws {
        let request = try #require(try read("curl a.example \(options)").exchange(1)?.request)
        #expect(request.method == method && request.url == "http://a.example" + target)
        expectEqual(request.body?.text, body)
    }

    @Test func ignoredPartsAreReported() throws {
        let made = try read(
            """
            # From the browser
            curl https://u%40x:pw@a.example/a -d @secret.txt --proxy http://p ;
            rm -rf / ; wget https://a.example/b
            curl https://a.example/c -u jane:pw1 -F a=1 -F f=@x --next https://a.example/d -r 0-9
            """)
        try expectEqual(
            made.lines.map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") },
            [
                "u@x POST https://a.example/a none", "jane POST https://a.example/c none",
                "jane GET https://a.example/d none",
            ])
        let losses = made.made.losses.sentences
        #expect(losses.contains("Options ignored: 1 option: --proxy."))
        #expect(losses.contains("Commands skipped, which are not curl and never run: 2 commands."))
        #expect(made.made.losses.count(of: .fileReferences) == 1 && made.made.losses.count(of: .fileParts) == 1)
        try expectEqual(made.exchange(2)?.request.body?.text.contains("filename=\"x\""), true)
        try expectEqual(made.exchange(3)?.request.headers["Range"], "bytes=0-9")
        #expect(!(try made.dump.contains("pw1")))
    }

    /// What curl would send is not known, so nothing is imported.
    @Test(arguments: [
        ("--weird -d x", "--weird"), ("--data", "--data"), ("-K config", "-K"), ("--digest -u a:b", "--digest"),
        ("-d x -T f", "two methods in one command"), ("-d $BODY", "$BODY"), ("--url https://$(id)/", "$(id)"),
        ("--url 'https://b.example/{1,2}'", "several addresses in one"),
    ])
    func commandsThatAreNotUnderstoodAreLeftOut(options: String, name: String) throws {
        let file = try CurlFile.read(ImportSource(Array("curl https://a.example/ \(options)".utf8)), .test)
        #expect(file.losses.sentences.contains { $0.hasPrefix("Left out:") && $0.contains("(\(name))") })
    }

    @Test(arguments: [("", "/c/d?x=/../"), ("--path-as-is ", "/b/../c/./d?x=/../")])
    func stepsInPathsAreTaken(option: String, target: String) throws {
        let made = try read("curl \(option)'http://a.example/b/../c/./d?x=/../'")
        try expectEqual(made.exchange(1)?.request.url, "http://a.example" + target)
    }

    @Test func variablesHaveTheValuesOfTheFile() throws {
        var context = ImportContext.test
        context.variables = ImportVariables(instances: [HTTPURL(scheme: "https", host: "dev1.service-now.com")])
        let text = """
            TABLE=incident
            curl "https://${INSTANCE}.service-now.com/api/now/table/$TABLE" -H "Authorization: Bearer $TOKEN"
            """
        let made = try ImportedHAR([CurlFile.read(ImportSource(Array(text.utf8)), context)])
        try expectEqual(made.exchange(1)?.request.url, "https://dev1.service-now.com/api/now/table/incident")
        expectEqual(made.made.losses.count(of: .droppedFields), 1)
    }

    @Test func textWithoutCurlIsNotRecognized() throws {
        for text in ["curlX https://a", "wget a", "", "#", "curl"] {
            #expect(try TapeFormat.recognized(ImportSource(Array(text.utf8)), called: "x.txt") == nil)
        }
        #expect(try TapeFormat.recognized(ImportSource(Array("# a\n\n curl\\\n a".utf8)), called: "x") == nil)
        #expect(try TapeFormat.recognized(ImportSource(Array("# a\n\n curl a".utf8)), called: "x")?.name == "curl")
    }

    @Test func exportIsReadBack() throws {
        let first = try read(
            #"""
            curl 'https://a.example/x?a=%27' -H 'X-Forwarded-For: a' -H 'Vary;' --data-raw $'it\'s "$HOME" `id` \\ !\n\e'
            curl 'https://a.example/y' -X POST -H 'Content-Type: text/plain' -H 'Accept: $(id)' --data-raw ''
            curl 'https://a.example/z' -I
            """#)
        let (text, losses) = try first.cassette.exported(to: .curl)
        let again = try ImportedHAR(recognizing: text)
        try expectEqual(again.lines, first.lines)
        for number in 1...3 as ClosedRange<Int64> {
            try expectEqual(again.exchange(number)?.request.body, first.exchange(number)?.request.body)
            try expectEqual(again.exchange(number)?.request.headers, first.exchange(number)?.request.headers)
        }
        #expect(losses.first?.hasPrefix("Responses") != true)
    }

    @Test func bracketsAreNotExpanded() throws {
        let made = try read("curl --globoff 'https://a.example/x?a={1,2}&b=[1-3]'")
        let text = try made.cassette.exported(to: .curl).bytes
        expectEqual(text.text, "curl 'https://a.example/x?a={1,2}&b=[1-3]' \\\n  --globoff\n\n")
        try expectEqual(ImportedHAR(recognizing: text).lines, made.lines)
    }

    @Test func secretsAreVariables() throws {
        let made = try read(
            "curl https://a.example/x?token=abcdef123456 -u jane:pw1 -b 'JSESSIONID=0123456789' -d password=hunter22")
        let (text, losses) = try made.cassette.exported(to: .curl)
        expectEqual(
            text.text,
            #"""
            curl 'https://a.example/x?token='"$NOW_TOKEN_1" \
              --header 'Cookie: JSESSIONID='"$NOW_COOKIE_1" \
              --user "$NOW_USER:$NOW_PASSWORD" \
              --header 'Content-Type: application/x-www-form-urlencoded' \
              --data-raw 'password='"$NOW_PASSWORD_1"

            # Variables to set: NOW_TOKEN_1, NOW_COOKIE_1, NOW_USER, NOW_PASSWORD, NOW_PASSWORD_1

            """#)
        #expect(
            losses.contains(
                "Secrets are in 5 variables: NOW_TOKEN_1, NOW_COOKIE_1, NOW_USER and 2 more."))
    }
}
