import Dispatch
import ExchangeModel
import Foundation
import FoundationNetworking

/// Reads what Foundation is about to send.
enum FoundationRequest {
    static func read(_ request: URLRequest, of task: URLSessionTask?) throws(URLError) -> HTTPRequest {
        guard !(task is URLSessionDownloadTask), !(task is URLSessionWebSocketTask) else {
            throw FoundationFailure.error(.unsupportedURL, "A cassette answers data tasks and upload tasks only.")
        }
        guard let text = request.url?.absoluteString, let url = HTTPURL(text) else {
            throw FoundationFailure.error(.unsupportedURL, "A cassette answers http and https only.")
        }
        let lines = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
            .map { HeaderField($0.key, $0.value) }
        return HTTPRequest(
            HTTPMethod(rawValue: request.httpMethod ?? "GET"), url, headers: HeaderFields(lines),
            body: try body(of: request, task))
    }

    /// The forms in which a tape may hold a request that came without the SDK: whose it was, and what it accepts, is not
    /// always known. The first one is the one that is recorded.
    static func forms(of request: HTTPRequest, user: String?) -> [HTTPRequest] {
        var own = request
        own.principal = basicUser(of: request) ?? user
        var forms = [own]
        if request.headers["Accept"] == nil {
            var json = own
            json.headers.append("Accept", "application/json")
            forms.append(json)
        }
        // A request without a name, as it was recorded by who signed in otherwise.
        return forms
            + forms.filter { $0.principal != nil }.map { form in
                var form = form
                form.principal = nil
                return form
            }
    }

    private static func basicUser(of request: HTTPRequest) -> String? {
        guard let line = request.headers["Authorization"], line.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: line.dropFirst(6).trimmingCharacters(in: .whitespaces)),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        return String(text[..<colon])
    }

    private static func body(of request: URLRequest, _ task: URLSessionTask?) throws(URLError) -> [UInt8]? {
        if let body = request.httpBody { return Array(body) }
        if let stream = request.httpBodyStream { return try read(stream) }
        guard let task, task is URLSessionUploadTask else { return nil }
        // The body of an upload stands in the task alone, where FoundationNetworking shows it to nobody.
        var mirror: Mirror? = Mirror(reflecting: task)
        while let present = mirror {
            if let known = present.children.first(where: { $0.label == "knownBody" }) {
                if let body = try uploaded(known.value) { return body }
                break
            }
            mirror = present.superclassMirror
        }
        throw FoundationFailure.error(
            .unsupportedURL, "The body of this upload cannot be seen; put it into the request's httpBody.")
    }

    /// The bytes in an optional enumeration with a case for each sort of body.
    private static func uploaded(_ value: Any) throws(URLError) -> [UInt8]? {
        var value = value
        // Through the optional and the case, whatever they are named.
        for _ in 0..<4 {
            switch value {
            case let data as DispatchData: return Array(data)
            case let data as Data: return Array(data)
            case let stream as InputStream: return try read(stream)
            case let url as URL:
                guard let data = try? Data(contentsOf: url) else {
                    throw FoundationFailure.error(.fileDoesNotExist, "\(url.path) cannot be read.")
                }
                return Array(data)
            default:
                guard let inside = Mirror(reflecting: value).children.first else {
                    return String(describing: value) == "none" ? [] : nil
                }
                value = inside.value
            }
        }
        return nil
    }

    private static func read(_ stream: InputStream) throws(URLError) -> [UInt8] {
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = stream.read(&piece, maxLength: piece.count)
            guard count >= 0 else {
                throw FoundationFailure.error(.cannotOpenFile, "The stream of the body cannot be read.")
            }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }
}
