import ExchangeModel
import Foundation
import LiveTransport
import LoopbackServer
import TestSupport
import Testing

@Suite struct TLSTests {
    /// A transport that answers every request with its address.
    private struct Mirror: ImmediateTransport {
        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            HTTPResponse(status: 200, body: Array(request.url.description.utf8))
        }
    }

    private let folder = TemporaryFolder()
    private let listener: LoopbackListener
    private let certificateFile: String

    init() throws {
        certificateFile = folder.file("certificate.pem")
        let identity = try TLSTests.makeIdentity(in: folder)
        listener = try LoopbackListener(Mirror(), options: ListenerOptions(identity: identity))
    }

    /// Makes a certificate for `sandbox.localhost`, signed by itself.
    static func makeIdentity(in folder: TemporaryFolder) throws -> ServerIdentity {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=sandbox.localhost", "-addext",
            "subjectAltName=DNS:sandbox.localhost",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0, "openssl makes a certificate")
        func text(_ name: String) throws -> String {
            String(decoding: try folder.bytes(name), as: UTF8.self)
        }
        return ServerIdentity(certificate: try text("certificate.pem"), key: try text("key.pem"))
    }

    private func transport(_ certificateFile: String?) -> CurlTransport {
        let port = listener.port
        return CurlTransport(WireOptions(certificateFile: certificateFile)) { _ in
            Route(address: "127.0.0.1", port: port)
        }
    }

    @Test func aCertificateNobodyVouchesForIsRefused() async throws {
        #expect(
            await failure(of: try get("https://sandbox.localhost/"), through: transport(nil))
                == TransportFailure(
                    .tls,
                    "The certificate of sandbox.localhost is signed by itself."
                ))
    }

    @Test func aNamedCertificateIsTrusted() async throws {
        let response = try await transport(certificateFile).send(try get("https://sandbox.localhost/a?b=%5E"))
        #expect(response.text == "https://sandbox.localhost/a?b=%5E")
        let times = response.facts.timings
        #expect(times.secured > times.connected)
    }

    @Test func aCertificateForAnotherNameIsRefused() async throws {
        let found = await failure(of: try get("https://other.localhost/"), through: transport(certificateFile))
        #expect(
            found
                == TransportFailure(.tls, "The certificate of other.localhost is for another name."))
    }

    @Test func aCertificateFileThatIsNotThereIsNamed() async throws {
        let missing = folder.file("missing.pem")
        #expect(
            await failure(of: try get("https://sandbox.localhost/"), through: transport(missing))
                == TransportFailure(.tls, "The certificate file \(missing) cannot be read."))
    }

    @Test func aServerWithoutTLSHasNoHandshake() async throws {
        let plain = try LoopbackListener(Mirror())
        #expect(
            try await failure(of: "https://127.0.0.1:\(plain.port)/")
                == TransportFailure(
                    .tls, "No secure connection to 127.0.0.1 port \(plain.port): the TLS handshake failed."))
    }
}
