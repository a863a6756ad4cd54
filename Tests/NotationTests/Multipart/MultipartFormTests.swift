import Notation
import TestSupport
import Testing

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

    @Test func aFormIsCutIntoItsFields() throws {
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
        #expect(
            try parts(body) == [
                "table_name|-|-|incident", "empty|-|-|",
                "uploadFile|a.txt|text/plain; charset=utf-8|one\r\n--xy\r\ntwo\r\n",
            ])
        #expect(try parts(body, #"Multipart/Form-Data; charset=utf-8; boundary="xyz""#).count == 3)
        #expect(try parts("--xyz--") == [])
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
    func aBrokenFormIsRefused(body: String, reason: String) throws {
        let error = #expect(throws: MultipartError.self) { try parts(body) }
        #expect(error?.description == reason)
    }

    @Test(arguments: [
        "", "text/plain", "multipart/mixed; boundary=xyz", "multipart/form-data", "multipart/form-data; boundary=",
    ])
    func anotherTypeIsNoForm(type: String) {
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

    /// Whatever bytes a field holds, and however a body is damaged, reading ends and what is read lies inside.
    @Test func anyBytesComeBack() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet: [UInt8] = [13, 10, 45, 0, 255, 120, 121]
        for _ in 0..<200 {
            let content = (0..<random.below(200)).map { _ in alphabet[random.below(alphabet.count)] }
            var body = Array("--xyz\r\nContent-Disposition: form-data; name=f\r\n\r\n".utf8) + content
            body += Array("\r\n--xyz--\r\n".utf8)
            let form = try MultipartForm(body, contentType: type)
            #expect(form.parts.map { Array(body[$0.content]) } == [content])
            body[random.below(body.count)] = UInt8(random.below(256))
            for part in (try? MultipartForm(body, contentType: type))?.parts ?? [] {
                #expect(part.content.upperBound <= body.count)
            }
        }
    }
}
