import ExchangeModel
import Sandbox

extension Visit {
    /// One exchange whose body is bytes.
    func send(
        _ method: HTTPMethod, _ target: String, _ bytes: [UInt8], _ headers: HeaderFields
    ) throws -> HTTPResponse {
        guard var url = HTTPURL(origin + target) else { return HTTPResponse(status: 0) }
        url.scheme = "http"
        // Signs in first, so that the bytes travel with a cookie as a client's would.
        let cookies = try ask(.head, "/api/now/ui/user/current_user").headers.values(of: "Set-Cookie")
        let pairs = cookies.map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
        var fields = headers
        fields.append("Cookie", pairs)
        return sandbox.answer(HTTPRequest(method, url, headers: fields, body: bytes))
    }
}
