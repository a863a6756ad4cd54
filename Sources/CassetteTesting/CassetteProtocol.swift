import Foundation
public import FoundationNetworking
import Synchronization

/// Loads the requests of one configuration's sessions from its tape.
final class CassetteProtocol<Number: TypeNumber>: URLProtocol {
    private var loading: TapeLoading?

    /// Always true: a rejected request would go to the network.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let address = ProtocolRegistry.address(Number.number) else { return }
        let loading = TapeLoading(self, from: address)
        self.loading = loading
        loading.start()
    }

    override func stopLoading() { loading?.stop() }
}

/// A number as a type. `URLSession` creates a protocol from a class and a request and passes nothing else, so the
/// configuration must be identified by the class: a generic class is a distinct class for each number. The alternative
/// is a header, which would have to be added to every request and removed again.
protocol TypeNumber {
    static var number: Int { get }
}

enum NoDigits: TypeNumber {
    static var number: Int { 0 }
}

enum Even<Rest: TypeNumber>: TypeNumber {
    static var number: Int { Rest.number * 2 }
}

enum Odd<Rest: TypeNumber>: TypeNumber {
    static var number: Int { Rest.number * 2 + 1 }
}

/// Maps protocol classes to tapes. A number is used once, so a session that outlives its test finds only its own, ended
/// tape.
enum ProtocolRegistry {
    private static let addresses = Mutex<[TapeAddress]>([])

    static func protocolClass(for address: TapeAddress) -> AnyClass {
        let number = addresses.withLock { addresses in
            addresses.append(address)
            return addresses.count - 1
        }
        return made(type(for: number))
    }

    static func address(_ number: Int) -> TapeAddress? {
        addresses.withLock { $0.indices.contains(number) ? $0[number] : nil }
    }

    private static func type(for number: Int) -> any TypeNumber.Type {
        number == 0 ? NoDigits.self : extended(type(for: number / 2), isOdd: number % 2 == 1)
    }

    private static func extended<Rest: TypeNumber>(_ rest: Rest.Type, isOdd: Bool) -> any TypeNumber.Type {
        isOdd ? Odd<Rest>.self : Even<Rest>.self
    }

    private static func made<Number: TypeNumber>(_ number: Number.Type) -> AnyClass { CassetteProtocol<Number>.self }
}

extension URLSessionConfiguration {
    /// A configuration whose sessions send everything to the current tape, and nothing to the network.
    ///
    /// Each configuration has its own tape, so parallel tests do not interfere. Requests match as on the tape, by
    /// method, URL, body and the headers that select a response. The user is taken from an `Authorization` header with
    /// a name, else it is the user who was signed in on the tape. Cookies, caches and stored credentials are disabled.
    /// Redirects are followed on the tape.
    ///
    /// Limits of FoundationNetworking on Linux: delegates are not called for redirects or for a 401, which is returned
    /// like any response (without `WWW-Authenticate`, which would cause a network request); data arrives in one piece;
    /// repeated headers are joined with commas; download tasks, streams, web sockets and uploads with a body from the
    /// delegate fail with `URLError.unsupportedURL`.
    public static func cassette() throws(CassetteTestingError) -> URLSessionConfiguration {
        cassette(try TestTape.required())
    }

    /// The same for a given tape.
    public static func cassette(_ tape: TestTape) -> URLSessionConfiguration {
        make(TapeAddress(head: tape.head, user: tape.user))
    }

    /// The same for a cassette by name, replayed strictly from its start for this configuration alone, whether or not
    /// there is a current tape. The parameters are those of the trait `.cassette(_:)`.
    public static func cassette(
        _ name: String, in folder: String? = nil, stubs: [Stub] = [], filePath: String = #filePath
    ) throws(CassetteTestingError) -> URLSessionConfiguration {
        let setup = CassetteSetup(name: name, folder: folder, filePath: filePath, mode: .replay, stubs: stubs)
        guard let path = try setup.path() else { throw CassetteTestingError(.misuse, "A cassette needs a name.") }
        return cassette(try TapeRun.replay(setup, path, nil).tape)
    }

    private static func make(_ address: TapeAddress) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ProtocolRegistry.protocolClass(for: address)]
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        return configuration
    }
}

struct TapeAddress: Sendable {
    var head: TestTransport
    var user: String?
}
