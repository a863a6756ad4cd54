import ExchangeModel
import Notation
import NowSDK
import NowWeb
import TestSupport
import Testing

struct FormFillerTests {
    /// The entries of a form with a field of every kind, as `name=value`, without the constant ones.
    private func sent(_ texts: [String], pressing button: String? = nil) throws -> [String] {
        var filling = FormFiller(FormSamples.everything)
        try filling.fill(FormSamples.assignments(texts))
        return try filling.submission(pressing: button).entries.map { entry in
            switch entry.value {
            case .text(let text): "\(entry.name)=\(text)"
            case .file(let file): "\(entry.name)=<\(file.name)>"
            }
        }
    }

    private let untouched = [
        "sysparm_ck=abc123", "number=INC0010021", "short_description=my computer doesn't work",
        "description=a\nb\r\nc\rd", "state=2", "watch=a", "impact=3", "knowledge=false", "tag=red", "secret=",
        "file=<>",
        "not_important=sysverb_update",
    ]

    @Test(arguments: [
        ([], [:]), (["short_description=x"], ["short_description=my computer doesn't work": "short_description=x"]),
        (["SHORT_DESCRIPTION=a=b"], ["short_description=my computer doesn't work": "short_description=a=b"]),
        (["short  Description=x"], ["short_description=my computer doesn't work": "short_description=x"]),
        (["Description=x\ny"], ["description=a\nb\r\nc\rd": "description=x\ny"]),
        (["state=1"], ["state=2": "state=1"]), (["State=new"], ["state=2": "state=1"]),
        // Submitted values take precedence over displayed labels.
        (["state=2"], [:]), (["state=3"], ["state=2": "state=3"]),
        (["watch=Beth", "Watch list=c"], ["watch=a": "watch=b watch=c"]), (["watch="], ["watch=a": ""]),
        (["impact=high"], ["impact=3": "impact=1"]), (["impact=1"], ["impact=3": "impact=1"]),
        (["High=1"], ["impact=3": "impact=1"]),
        (["knowledge=yes"], ["knowledge=false": "knowledge=false knowledge=true"]), (["knowledge=OFF"], [:]),
        (["tag=blue"], ["tag=red": "tag=blue"]), (["tag=Red", "tag=blue"], ["tag=red": "tag=red tag=blue"]),
        (["watch=Beth, c"], ["watch=a": "watch=b watch=c"]), (["tag=Red,blue"], ["tag=red": "tag=red tag=blue"]),
        (["watch_list=c"], ["watch=a": "watch=c"]), (["tag="], ["tag=red": ""]),
        (["Blue=true"], ["tag=red": "tag=red tag=blue"]),
        (["sysparm_ck=def"], ["sysparm_ck=abc123": "sysparm_ck=def"]),
        (["Password=s3cret"], ["secret=": "secret=s3cret"]), (["Search=nothing"], [:]),
    ])
    func fieldsAreNamedByNameOrLabel(texts: [String], changes: [String: String]) throws {
        let wanted = untouched.flatMap { line in
            guard let change = changes[line] else { return [line] }
            guard change.contains(" "), change.hasPrefix("watch") || change.hasPrefix("tag") || change.hasPrefix("know")
            else { return change.isEmpty ? [] : [change] }
            return change.split(separator: " ").map(String.init)
        }
        try expectEqual(sent(texts), wanted)
    }

    @Test(arguments: [
        (nil, "sysverb_update"), ("update", "sysverb_update"), ("Delete", "sysverb_delete"),
        ("sysverb_delete", "sysverb_delete"), ("SYSVERB_DELETE", "sysverb_delete"),
    ])
    func pressedButtonIsSent(button: String?, value: String) throws {
        try expectEqual(sent([], pressing: button).last, "not_important=\(value)")
    }

    private func failure(_ texts: [String], pressing button: String? = nil) -> FormError? {
        do {
            _ = try sent(texts, pressing: button)
            return nil
        } catch {
            return error as? FormError
        }
    }

    @Test(arguments: [
        (["number=x"], FormError(.readOnly, "number")), (["unused=x"], FormError(.disabled, "unused")),
        (["Update=x"], FormError(.unknownField, "Update")),
        (["not_important=x"], FormError(.isButton, "not_important")),
        (
            ["state=Old"],
            FormError(.unknownOption, "state", value: "Old", others: ["New", "In Progress", "2", "Twice", "Twice"])
        ),
        (["state=twice"], FormError(.ambiguousOption, "state", value: "twice", others: ["4", "5"])),
        (["state=gone"], FormError(.disabled, "state", value: "Gone")),
        (["state=1", "state=2"], FormError(.tooMany, "state")),
        (["impact=2"], FormError(.unknownOption, "impact", value: "2", others: ["High", "Low"])),
        (["knowledge=perhaps"], FormError(.notYesOrNo, "knowledge", value: "perhaps")),
        (["tag=green"], FormError(.unknownOption, "tag", value: "green", others: ["Red", "Blue"])),
        (["short_description=a\nb"], FormError(.oneLine, "short_description", value: "a\nb")),
        (["secret=a\nb"], FormError(.oneLine, "secret")),
        (["description=a", "description=b"], FormError(.tooMany, "description")),
        (["file=x"], FormError(.wantsFile, "file")),
        (["short_description="], FormError(.required, "", others: ["Short description"])),
    ])
    func invalidFieldsAreRejected(texts: [String], wanted: FormError) throws {
        let found = try #require(failure(texts))
        #expect(found.kind == wanted.kind && found.field == wanted.field && found.value == wanted.value)
        if wanted.kind == .unknownField {
            #expect(found.others.starts(with: ["Number", "number", "Short description *", "short_description"]))
            #expect(!found.others.contains("sysparm_ck") && !found.others.contains("unused"))
        } else {
            expectEqual(found.others, wanted.others)
        }
    }

    @Test func unknownButtonsAreRejected() {
        expectEqual(failure([], pressing: "Calculate"), FormError(.scriptedButton, "Calculate"))
        expectEqual(failure([], pressing: "Save"), FormError(.unknownButton, "Save", others: ["Update", "Delete"]))
        expectEqual(
            failure([], pressing: "not_important"),
            FormError(.ambiguousButton, "not_important", others: ["Update", "Delete"]))
    }

    @Test func ambiguousLabelsAndNamesAreRejected() throws {
        let form = FormSamples.form(
            ["a", "b", "c", "c"].map { "<label>\($0 == "c" ? "See" : "Name") <input name=\($0)></label>" }.joined())
        func sent(_ texts: [String]) throws -> [String] {
            var filling = FormFiller(form)
            try filling.fill(FormSamples.assignments(texts))
            return try filling.submission().entries.map { "\($0.name)=\($0.value == .text("") ? "" : "x")" }
        }
        #expect(throws: FormError(.ambiguousField, "Name", others: ["a", "b"])) { try sent(["Name=x"]) }
        #expect(throws: FormError(.ambiguousField, "c", others: ["See", "See"])) { try sent(["c=x"]) }
        try expectEqual(sent(["c=", "c=x", "a=x"]), ["a=x", "b=", "c=", "c=x"])
    }

    @Test func failureChangesNothing() throws {
        var filling = FormFiller(FormSamples.everything)
        #expect(throws: FormError.self) { try filling.fill(FormSamples.assignments(["description=x", "state=Old"])) }
        expectEqual(filling.form, FormSamples.everything)
    }

    @Test func disabledAndUncheckedFieldsAreNotSent() throws {
        let form = FormSamples.form(
            """
            <select name=a><option value=0 selected disabled>Gone<option value=1>One</select>
            <select name=b multiple><option value=1>One</select><select name=c></select>
            <select name=d multiple><option value=1 selected>One<option value=2 selected>Two</select>
            """)
        let sent = try FormFiller(form).submission()
        #expect(sent.entries.map(\.name) == ["d", "d"] && sent.entries.map(\.value) == [.text("1"), .text("2")])
    }

    @Test func missingFieldsAreListedOnce() throws {
        let form = FormSamples.form(
            """
            <label><input type=radio name=r value=1 required>One</label>
            <label><input type=radio name=r value=2 required>One</label>
            <label>Choice <select name=c required><option value="">-- None --<option value=1>One</select></label>
            <input type=checkbox name=b value=1 required><input type=file name=f required>
            <input type=password name=p required><textarea name=d disabled required></textarea>
            """)
        #expect(throws: FormError(.required, "", others: ["One", "Choice", "b", "f", "p"])) {
            try FormFiller(form).submission()
        }
    }
}

enum FormSamples {
    /// A form as read from a page.
    static func form(_ fields: String, _ attributes: String = "") -> Form {
        let page = Array("<form \(attributes)>\(fields)</form>".utf8)
        return PageReader.document(page, contentType: "text/html; charset=utf-8").forms.first ?? Form()
    }

    /// A form with a field of every kind.
    static let everything = form(
        """
        <input type=hidden name=sysparm_ck value=abc123>
        <label>Number <input name=number value=INC0010021 readonly></label>
        <label>Short description * <input name=short_description required
            value="my computer&#13;&#10; doesn't work"></label>
        <label>Description: <textarea name=description>a&#10;b&#13;&#10;c&#13;d</textarea></label>
        <label>State <select name=state><option value=1>New<option value=2 selected>In Progress<option value=3>2
            <option value=4>Twice<option value=5>Twice<option value=6 disabled>Gone</select></label>
        <label>Watch list <select name=watch multiple><option value=a selected>Abel<option value=b>Beth
            <option value=c>Carl</select></label>
        <label><input type=radio name=impact value=1> High</label>
        <label><input type=radio name=impact value=3 checked> Low</label>
        <input type=hidden name=knowledge value=false>
        <label><input type=checkbox name=knowledge value=true> Knowledge</label>
        <label><input type=checkbox name=tag value=red checked> Red</label>
        <label><input type=checkbox name=tag value=blue> Blue</label>
        <label>Password <input type=password name=secret></label>
        <input name=unused disabled> <label>Search <input></label>
        <label>Attachment <input type=file name=file></label>
        <button name=not_important value=sysverb_update>Update</button>
        <button name=not_important value=sysverb_delete>Delete</button>
        <button type=button value=calculate>Calculate</button>
        """, "method=post action=/incident.do")

    static func assignments(_ texts: [String]) -> [FormEntry] {
        texts.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return FormEntry(parts[0], .text(parts[1]))
        }
    }
}

struct FormSendingTests {
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
        for (name, value) in pairs {
            var field = Form.Field(name, .area)
            field.value = value
            form.fields.append(field)
        }
        return form
    }

    private func body(_ request: HTTPRequest) -> String? { request.body.map { String(decoding: $0, as: UTF8.self) } }

    @Test func fieldsAreEncodedLikeBrowsers() throws {
        let pairs = [("a b", "x y+z"), ("é", "~*-._'()!\n"), ("n", "1\r2\r\n3\n"), ("", "left out"), ("empty", "")]
        let request = try FormFiller(form(.fields, pairs)).submission().request(from: page, at: instance)
        #expect(request.method == .post && request.url == page)
        expectEqual(request.headers["Content-Type"], "application/x-www-form-urlencoded")
        expectEqual(request.headers["Accept"], PageClient.accept)
        expectEqual(
            body(request),
            "a+b=x+y%2Bz&%C3%A9=%7E*-._%27%28%29%21%0D%0A&n=1%0D%0A2%0D%0A3%0D%0A&empty=")
    }

    @Test func getFormIsInTheQuery() throws {
        var asked = form(.multipart, method: "get", [("q", "a&b")])
        asked.action = "/list.do?old=1#top"
        let request = try FormFiller(asked).submission().request(from: page, at: instance)
        #expect(request.method == .get && request.body == nil && request.headers["Content-Type"] == nil)
        expectEqual(request.url, instance.url("/list.do", query: [("q", "a&b")]))
    }

    @Test func textPlainFormHasOneLinePerField() throws {
        let request = try FormFiller(form(.text, [("a", "1 2"), ("b", "x\ny")])).submission()
            .request(from: page, at: instance)
        expectEqual(request.headers["Content-Type"], "text/plain")
        expectEqual(body(request), "a=1 2\r\nb=x\r\ny\r\n")
    }

    @Test func filesAreSentAsMultipart() throws {
        var upload = form(.multipart, [("a \"b\"\n", "x\ny")])
        upload.fields += [Form.Field("file", .file), Form.Field("none", .file)]
        var filling = FormFiller(upload)
        let bytes: [UInt8] = [0, 255, 13, 10]
        try filling.fill([
            FormEntry("file", .file(FormFile(name: "ä\".png", contentType: "image/png\r\nX: y", bytes: bytes)))
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
        expectEqual(read.parts.map(\.name), ["a %22b%22%0D%0A", "file", "none"])
        expectEqual(read.parts.map(\.fileName), [nil, "ä%22.png", ""])
        expectEqual(request.body.map { Array($0[read.parts[1].content]) }, bytes)
        try expectEqual(filling.submission().request(from: page, at: instance), request)
    }

    @Test func boundaryNeverOccursInContent() throws {
        let once = try FormFiller(form(.multipart, [("a", "x")])).submission().request(from: page, at: instance)
        let onceType = try #require(once.headers["Content-Type"])
        let boundary = try #require(HeaderValue(onceType)?["boundary"])
        var filling = FormFiller(form(.multipart, [("a", "x")]))
        try filling.fill([FormEntry("a", .text(boundary))])
        let request = try filling.submission().request(from: page, at: instance)
        let type = try #require(request.headers["Content-Type"])
        try expectEqual(MultipartForm(try #require(request.body), contentType: type).parts.count, 1)
    }

    @Test func charsetFieldIsFilled() throws {
        let asking = FormSamples.form("<input type=hidden name=_charset_>")
        try expectEqual(FormFiller(asking).submission().entries.map(\.value), [.text("UTF-8")])
    }

    @Test func passwordsAreReportedAsSecrets() throws {
        var filling = FormFiller(
            FormSamples.form("<input type=password name=user_password><input type=password name=other>"))
        try filling.fill([FormEntry("user_password", .text("s3cret"))])
        try expectEqual(filling.submission().secrets, ["s3cret"])
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
            try expectEqual(submission.address(from: page, base: base, at: instance).description, wanted)
        } else {
            #expect(throws: FormError.self) { try submission.request(from: page, base: base, at: instance) }
        }
    }

    @Test func thousandFieldsAreFilledInWithoutDelay() throws {
        var large = Form()
        for number in 0..<20_000 {
            var field = Form.Field("group \(number / 2)", .radio)
            (field.value, field.isRequired) = ("\(number % 2)", true)
            large.fields.append(field)
        }
        var filling = FormFiller(large)
        try filling.fill((0..<10_000).map { FormEntry("group \($0)", .text("1")) })
        try expectEqual(filling.submission().entries.count, 10_000)
    }
}
