import ExchangeModel
import NowSDK
import NowWeb
import Notation
import Testing

@Suite struct FormSendingTests {
    private let instance: Instance
    private let page: HTTPURL

    init() throws {
        instance = try Instance("myinstance")
        page = instance.url("/forms/incident.do", query: [("sys_id", "1")])
    }

    private func form(_ encoding: Form.Encoding = .fields, method: String = "POST", _ pairs: [(String, String)]) -> Form
    {
        var form = Form()
        form.method = method
        form.encoding = encoding
        form.fields = pairs.map { pair in FormSamples.field(pair.0, .area) { $0.value = pair.1 } }
        return form
    }

    private func body(_ request: HTTPRequest) -> String? { request.body.map { String(decoding: $0, as: UTF8.self) } }

    @Test func fieldsAreEncodedLikeBrowsers() throws {
        let pairs = [("a b", "x y+z"), ("é", "~*-._'()!\n"), ("n", "1\r2\r\n3\n"), ("", "left out"), ("empty", "")]
        let request = try FormFiller(form(.fields, pairs)).submission().request(from: page, at: instance)
        #expect(request.method == .post && request.url == page)
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.headers["Accept"] == PageClient.accept)
        #expect(
            body(request)
                == "a+b=x+y%2Bz&%C3%A9=%7E*-._%27%28%29%21%0D%0A&n=1%0D%0A2%0D%0A3%0D%0A&empty=")
    }

    @Test func getFormIsInTheQuery() throws {
        var asked = form(.multipart, method: "get", [("q", "a&b")])
        asked.action = "/list.do?old=1#top"
        let request = try FormFiller(asked).submission().request(from: page, at: instance)
        #expect(request.method == .get && request.body == nil && request.headers["Content-Type"] == nil)
        #expect(request.url == instance.url("/list.do", query: [("q", "a&b")]))
    }

    @Test func textPlainFormHasOneLinePerField() throws {
        let request = try FormFiller(form(.text, [("a", "1 2"), ("b", "x\ny")])).submission()
            .request(from: page, at: instance)
        #expect(request.headers["Content-Type"] == "text/plain")
        #expect(body(request) == "a=1 2\r\nb=x\r\ny\r\n")
    }

    @Test func filesAreSentAsMultipart() throws {
        var upload = form(.multipart, [("a \"b\"\n", "x\ny")])
        upload.fields.append(FormSamples.field("file", .file))
        upload.fields.append(FormSamples.field("none", .file))
        var filling = FormFiller(upload)
        let bytes: [UInt8] = [0, 255, 13, 10]
        try filling.fill([
            FormAssignment("file", .file(name: "ä\".png", contentType: "image/png\r\nX: y", bytes: bytes))
        ])
        let request = try filling.submission().request(from: page, at: instance)
        let type = try #require(request.headers["Content-Type"])
        let boundary = try #require(HeaderValue(type)?["boundary"])
        let text = String(decoding: try #require(request.body), as: UTF8.self)
        #expect(
            text.hasPrefix(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"a %22b%22%0D%0A\"\r\n\r\nx\r\ny\r\n--\(boundary)\r\n"
                    + "Content-Disposition: form-data; name=\"file\"; filename=\"ä%22.png\"\r\n"
                    + "Content-Type: application/octet-stream\r\n\r\n"))
        let read = try MultipartForm(try #require(request.body), contentType: type)
        #expect(read.parts.map(\.name) == ["a %22b%22%0D%0A", "file", "none"])
        #expect(read.parts.map(\.fileName) == [nil, "ä%22.png", ""])
        #expect(request.body.map { Array($0[read.parts[1].content]) } == bytes)
        #expect(try filling.submission().request(from: page, at: instance) == request)
    }

    @Test func boundaryNeverOccursInContent() throws {
        let once = try FormFiller(form(.multipart, [("a", "x")])).submission().request(from: page, at: instance)
        let onceType = try #require(once.headers["Content-Type"])
        let boundary = try #require(HeaderValue(onceType)?["boundary"])
        var filling = FormFiller(form(.multipart, [("a", "x")]))
        try filling.fill([FormAssignment("a", .text(boundary))])
        let request = try filling.submission().request(from: page, at: instance)
        let type = try #require(request.headers["Content-Type"])
        #expect(try MultipartForm(try #require(request.body), contentType: type).parts.count == 1)
    }

    @Test func charsetFieldIsFilled() throws {
        var asking = Form()
        asking.fields = [FormSamples.field("_charset_", .hidden)]
        #expect(try FormFiller(asking).submission().entries.map(\.value) == [.text("UTF-8")])
    }

    @Test func passwordsAreReportedAsSecrets() throws {
        var login = Form()
        login.fields = [FormSamples.field("user_password", .password), FormSamples.field("other", .password)]
        var filling = FormFiller(login)
        try filling.fill([FormAssignment("user_password", .text("s3cret"))])
        #expect(try filling.submission().secrets == ["s3cret"])
    }

    @Test(
        arguments: [
            (nil, nil, "https://myinstance.service-now.com/forms/incident.do?sys_id=1"),
            ("", "/base/", "https://myinstance.service-now.com/forms/incident.do?sys_id=1"),
            ("save.do", nil, "https://myinstance.service-now.com/forms/save.do"),
            ("save.do?x=1", "/base/", "https://myinstance.service-now.com/base/save.do?x=1"),
            ("../save.do", "https://myinstance.service-now.com/a/b/", "https://myinstance.service-now.com/a/save.do"),
            ("#top", nil, "https://myinstance.service-now.com/forms/incident.do?sys_id=1"),
            ("/save.do", "https://evil.example/", nil), ("save.do", "https://evil.example/", nil),
            ("https://evil.example/", nil, nil), ("//evil.example/", nil, nil), ("javascript:send()", nil, nil),
            ("http://myinstance.service-now.com:8080/", nil, nil),
        ] as [(String?, String?, String?)])
    func formIsSentWithinInstanceOnly(action: String?, base: String?, wanted: String?) throws {
        var form = form(.fields, [("a", "b")])
        form.action = action
        let submission = try FormFiller(form).submission()
        if let wanted {
            #expect(try submission.address(from: page, base: base, at: instance).description == wanted)
        } else {
            #expect(throws: FormError.self) { try submission.request(from: page, base: base, at: instance) }
        }
    }

    @Test func thousandFieldsAreFilledInWithoutDelay() throws {
        var large = Form()
        for number in 0..<20_000 {
            large.fields.append(FormSamples.box(.radio, "group \(number / 2)", "\(number % 2)", "Option"))
            large.fields[number].isRequired = true
        }
        var filling = FormFiller(large)
        try filling.fill((0..<10_000).map { FormAssignment("group \($0)", .text("1")) })
        #expect(try filling.submission().entries.count == 10_000)
    }
}
