import ExchangeModel
import Testing

@testable import CassetteStore

extension Cassette {
    /// Records a session on a new cassette.
    static func makeExample(at path: String) throws {
        let tape = try Cassette.recording(at: path)
        _ = try tape.beginSession(.example)
        try tape.close()
    }
}

extension SessionRecord {
    static let example = SessionRecord(
        startedAt: Timestamp(seconds: 1_713_122_949), instance: "http://sandbox.localhost", user: "john.doe",
        zone: "Europe/Berlin", zoneRules: "CET-1CEST,M3.5.0,M10.5.0/3", width: 80, version: "0.1.0",
        policy: #"{"keys":1}"#, settings: #"{"format":"columns"}"#, seed: -42)
}

extension RequestRecord {
    /// A GET of the incident table in an epoch, keyed by its address.
    static func example(
        _ target: String = "/api/now/table/incident", session: Int64 = 1, command: Int64? = nil, epoch: Int64? = 0,
        body: [UInt8]? = nil
    ) -> RequestRecord {
        let key = "GET " + target
        return RequestRecord(
            session: session, command: command, epoch: epoch, purpose: "command",
            startedAt: Timestamp(microseconds: 1_713_122_949_123_456), key: key, keyHash: StableHash.of(key),
            principal: "john.doe", method: body == nil ? "GET" : "POST", url: "http://sandbox.localhost" + target,
            headers: ["Accept": "application/json", "X-Twice": "one", "x-twice": "two"], body: body)
    }
}

extension HTTPResponse {
    static func example(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, reason: status == 200 ? "OK" : "Created",
            headers: ["Content-Type": "application/json", "Set-Cookie": "a=1", "set-cookie": "b=2"],
            body: Array(text.utf8),
            facts: ResponseFacts(
                httpVersion: "1.1", contentCoding: "gzip",
                timings: Timings(resolved: 1, connected: 20, secured: 300, firstByte: 4000, total: 50000)))
    }
}
