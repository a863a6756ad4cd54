import ExchangeModel
import Notation
import Sandbox
import Testing

/// Bodies and paths that no proper client sends.
struct HostileBodyTests {
    private func post(_ body: [UInt8], type: String = "application/json") throws -> HTTPResponse {
        let visit = try Visit()
        let url = HTTPURL(
            scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident",
            query: "sysparm_fields=short_description")
        return visit.sandbox.answer(
            HTTPRequest(
                .post, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4=", "Content-Type": type], body: body))
    }

    @Test(arguments: [
        [0], [0xFF, 0xFE], Array("{\"short_description\":\"\u{0}\"}".utf8),
        Array("{\"short_description\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
        Array(String(repeating: "[", count: 100_000).utf8),
        Array((String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)).utf8),
        Array("{\"a\":1e999999999".utf8),
    ])
    func whatIsNoJSONIsRefused(body: [UInt8]) throws {
        let response = try post(body)
        #expect(response.status == 400)
        #expect(response.json["error"]?["message"] == "Exception while reading request")
    }

    @Test func strangeJSONIsTaken() throws {
        for (body, text) in [
            (#"{"short_description":"a","short_description":"b"}"#, "a"),
            (#"{"short_description":123456789012345678901234567890}"#, "123456789012345678901234567890"),
            (#"{"short_description":1e400,"order":1e400,"reopen_count":-1e-400}"#, "1e400"),
            (#"{"short_description":{"value":"inner","display_value":"x"}}"#, "inner"),
            (#"{"short_description":["a"]}"#, ""), (#"{"short_description":{"a":{"b":{}}}}"#, ""),
            (#"{"short_description":"\u0000\ud83d\ude00"}"#, "\u{0}😀"), (#"{"":"x","\u0000":"y"}"#, ""),
            (#"{"short_description\"=1;--":"x","sys_id":{"value":"'"}}"#, ""),
        ] {
            let response = try post(Array(body.utf8))
            #expect(response.status == 201, "\(body): \(response.text)")
            #expect(response.json["result"]?["short_description"]?.scalarText == text, "\(body)")
        }
    }

    @Test(arguments: [
        "application/x-www-form-urlencoded", "text/plain", "application/jsonx", "", "*/*", "multipart/form-data",
    ])
    func otherMediaTypesAreRefused(type: String) throws {
        #expect(try post(Array("{}".utf8), type: type).status == 415)
        let visit = try Visit()
        for method in [HTTPMethod.delete, .patch] {
            #expect(
                try visit.ask(
                    method, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", body: "a=b",
                    headers: ["Content-Type": type]
                ).status == 415)
        }
    }

    @Test func longPathsGetAPage() throws {
        let visit = try Visit()
        for path in [
            "/api/now/table/incident/" + String(repeating: "a", count: 23_000),
            "/api/now/" + String(repeating: "x/", count: 11_500),
        ] {
            let response = try visit.ask(.get, path)
            #expect(response.status == 414 && response.text.hasPrefix("<!DOCTYPE html>"))
        }
        #expect(
            try visit.ask(.get, "/api/now/table/incident/" + String(repeating: "a", count: 4000)).status == 404)
    }
}
