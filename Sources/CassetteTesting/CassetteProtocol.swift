import Foundation
public import FoundationNetworking
import Synchronization

/// Loads the requests of one configuration's sessions from its tape.
final class CassetteProtocol<Number: TypeNumber>: URLProtocol {
    private var loading: TapeLoading?

    /// Everything: what were refused here would go to the network.
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

/// A number as a type: a class that is generic over it is another class for every number. `URLSession` makes a protocol
/// from a class and a request, and tells it nothing else; so what tells one configuration from another is the class.
/// A header line would do that too, if it did not have to be put into every request and taken out again.
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

/// Which class of protocol leads to which tape. A number is used once, so that a session that outlived its test finds its
/// own tape, which is over, and no other.
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
        number == 0 ? NoDigits.self : longer(type(for: number / 2), isOdd: number % 2 == 1)
    }

    private static func longer<Rest: TypeNumber>(_ rest: Rest.Type, isOdd: Bool) -> any TypeNumber.Type {
        isOdd ? Odd<Rest>.self : Even<Rest>.self
    }

    private static func made<Number: TypeNumber>(_ number: Number.Type) -> AnyClass { CassetteProtocol<Number>.self }
}

extension URLSessionConfiguration {
    /// A configuration whose sessions send everything to the tape around this code, and nothing anywhere else.
    ///
    /// Each configuration has its own way to its own tape: sessions of tests that run side by side never meet. Requests
    /// count as on the tape, by method, address, body and the lines of the request that choose an answer; whose they are is
    /// told by an `Authorization` line with a name in it, else they are those of whoever the tape signed in. Cookies,
    /// caches and stored credentials are out of it. Redirects are followed along the tape.
    ///
    /// What FoundationNetworking does not let a protocol do, on Linux: a delegate is not asked about redirects, nor about
    /// a 401, which is an answer like any other (without its `WWW-Authenticate`, which would be answered over the network);
    /// data arrives in one piece; of lines that an answer repeats the values are in one, with commas; download tasks,
    /// streams and web sockets fail with `URLError.unsupportedURL`; uploads whose body comes from the delegate, too.
    public static func cassette() throws(CassetteTestingError) -> URLSessionConfiguration {
        cassette(try TestTape.required())
    }

    /// The same for a tape at hand.
    public static func cassette(_ tape: TestTape) -> URLSessionConfiguration {
        make(TapeAddress(head: tape.head, user: tape.user))
    }

    /// The same for the cassette of a name, replayed strictly from its beginning for this configuration alone, whether a
    /// tape is around this code or not. The parameters are those of the trait `.cassette(_:)`.
    public static func cassette(
        _ name: String, in folder: String? = nil, stubs: [Stub] = [], filePath: String = #filePath
    ) throws(CassetteTestingError) -> URLSessionConfiguration {
        let setup = CassetteSetup(name: name, folder: folder, filePath: filePath, mode: .replay, stubs: stubs)
        guard let path = try setup.path() else { throw CassetteTestingError(.misuse, "A cassette needs a name.") }
        return cassette(try TapeVisit.replay(setup, path, nil).tape)
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
    var head: TapeHead
    var user: String?
}
