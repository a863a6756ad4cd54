import ExchangeModel
import MyWork
import NowSDK

/// A scripted response; JSON by default.
func answer(_ body: String, status: Int = 200, _ headers: [HeaderField] = []) -> ScriptedTransport.Outcome {
    .success(
        HTTPResponse(
            status: status,
            headers: HeaderFields([HeaderField("Content-Type", "application/json;charset=UTF-8")] + headers),
            body: Array(body.utf8)))
}

/// A request: its line, its header lines without secrets, its body.
func wire(_ request: HTTPRequest) -> String {
    let head = "\(request.method) \(request.url)"
    let lines = request.headers.map { field in
        "\(field.name): \(field.name == "Cookie" ? "…" : field.value)"
    }
    let body = request.body.map { [String(decoding: $0, as: UTF8.self)] } ?? []
    return ([head] + lines + body).joined(separator: "\n")
}

/// Method, path and query of each request, and its body.
func asked(_ transport: ScriptedTransport) -> [String] {
    transport.requests.map { request in
        let target = request.url.path + (request.url.query.map { "?" + $0 } ?? "")
        return ["\(request.method) \(target)", request.body.map { String(decoding: $0, as: UTF8.self) }]
            .compactMap(\.self).joined(separator: " ")
    }
}

/// `https://myinstance.service-now.com`, as in the application's documentation.
var myInstance: Instance {
    get throws { try Instance("myinstance") }
}

/// A service whose requests the script answers.
func service(_ transport: any Transport) throws -> MyWorkService {
    MyWorkService(instance: try myInstance, transport: transport)
}

/// The class of the error that a call throws; nil when it succeeds.
func kind(of call: () async throws(MyWorkError) -> some Any) async -> MyWorkError.Kind? {
    do throws(MyWorkError) {
        _ = try await call()
        return nil
    } catch {
        return error.kind
    }
}

struct FixedClock: Clock {
    let now = Timestamp(seconds: 1_767_225_600)
    func sleep(microseconds: Int64) async throws {}
}

struct EmptyStore: SecretStore {
    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret? { nil }
    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError) {}
    func forget(_ entry: SecretEntry) async throws(SecretStoreError) {}
}
