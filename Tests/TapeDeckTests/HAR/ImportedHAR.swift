import CassetteStore
import ExchangeModel
import Foundation
import TestSupport

@testable import TapeDeck
@testable import TapeFormats

/// A file of another program imported into a tape, in a temporary folder.
struct ImportedHAR {
    let made: TapeImport
    let cassette: Cassette
    private let folder: TemporaryFolder

    init(
        _ text: String, instance: String? = nil, bodyLimit: Int = Cassette.standardBodyLimit,
        secrets: SecretBook = SecretBook()
    ) throws {
        try self.init(
            [HARFile.read(ImportSource([UInt8](text)), .test)], instance: instance, bodyLimit: bodyLimit,
            secrets: secrets)
    }

    init(
        _ files: [ImportedFile], instance: String? = nil, bodyLimit: Int = Cassette.standardBodyLimit,
        secrets: SecretBook = SecretBook()
    ) throws {
        var made = try TapeImport(
            files,
            TapeImport.Options(instance: instance.flatMap(HTTPURL.init), bodyLimit: bodyLimit, version: "0.1"),
            secrets: secrets)
        folder = TemporaryFolder()
        let writing = try Cassette.recording(at: folder.tape)
        try made.write(onto: writing)
        self.made = made
        try writing.close()
        cassette = try Cassette.playing(at: folder.tape)
    }

    var dump: String {
        get throws {
            var text = ""
            try cassette.dump { text += $0 }
            return text
        }
    }

    /// The exchanges as lines: epoch, purpose, principal, method, URL, status.
    var lines: [String] {
        get throws {
            try cassette.requests(after: 0, limit: 1000).map { exchange in
                let request = exchange.request
                var status = "none"
                if case .response(let response) = exchange.outcome { status = String(response.status) }
                let epoch = request.epoch.map(String.init) ?? "-"
                return
                    "\(epoch) \(request.purpose) \(request.principal ?? "-") \(request.method) \(request.url) \(status)"
            }
        }
    }

    func exchange(_ number: Int64) throws -> ExchangeRecord? { try cassette.exchange(number) }

    func response(_ number: Int64) throws -> HTTPResponse? {
        guard case .response(let response)? = try cassette.exchange(number)?.outcome else { return nil }
        return response
    }
}

extension Cassette {
    /// The tape exported as HAR, and the warnings about what other programs cannot read.
    func har(secrets: SecretBook = SecretBook()) throws -> (text: String, losses: ConversionLosses) {
        var export = ExchangeExport(
            of: self, ExportOptions(version: "0.1", secrets: secrets), HARWriter(version: "0.1"))
        var bytes: [UInt8] = []
        while let piece = try export.next() { bytes += piece }
        return (bytes.text, export.losses)
    }
}

/// Builds small HAR files.
enum SampleHAR {
    static func file(_ entries: [String], creator: String = #"{"name": "Somebody", "version": "1"}"#) -> String {
        #"{"log": {"version": "1.2", "creator": \#(creator), "entries": [\#(entries.joined(separator: ",\n"))]}}"#
    }

    /// An entry with common members and the caller's.
    static func entry(
        _ method: String = "GET", _ target: String, at time: String = "2024-04-16T17:16:18.000Z", status: Int = 200,
        host: String = "https://dev1.service-now.com", request: String = #""headers": []"#,
        response: String = #"""
        "headers": [{"name": "Content-Type", "value": "text/plain"}],
         "content": {"size": 2, "mimeType": "text/plain", "text": "ok"}
        """#,
        more: String = #""timings": {"send": 0, "wait": 1, "receive": 0}"#
    ) -> String {
        #"""
        {"startedDateTime": "\#(time)", "time": 1, "cache": {},
         "request": {"method": "\#(method)", "url": "\#(host)\#(target)", "httpVersion": "HTTP/1.1",
          "queryString": [], "headersSize": -1, "bodySize": -1, \#(request)},
         "response": {"status": \#(status), "statusText": "OK", "httpVersion": "HTTP/1.1",
          "redirectURL": "", "headersSize": -1, "bodySize": -1, \#(response)}, \#(more)}
        """#
    }
}

extension ImportContext {
    /// The only file, at a fixed time.
    static let test = called(nil)

    /// One of several files.
    static func called(_ name: String?) -> ImportContext {
        ImportContext(name: name, now: Timestamp(seconds: 1_713_287_778), bodyLimit: 1 << 20) {
            $0.url.path.hasSuffix("/login.do")
        }
    }
}
