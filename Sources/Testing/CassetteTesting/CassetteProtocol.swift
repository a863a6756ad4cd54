import ExchangeModel
import Foundation
public import FoundationNetworking
import NowSDK
import Synchronization

/// Answers the requests of a configuration's sessions from its tape.
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

/// A number encoded as a type. `URLSession` instantiates a protocol class with only a request, so the class must
/// identify the configuration: each number specializes `CassetteProtocol` to a distinct class.
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

/// Maps protocol classes to tapes. Numbers are never reused, so a session that outlives its test finds only its own
/// tape, which has ended.
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
    /// Each configuration has its own tape, so parallel tests do not interfere. Requests are matched by method, URL,
    /// body and the headers that select a response. The user is the one named by the `Authorization` header, else the
    /// one signed in on the tape. Cookies, caches and stored credentials are disabled. Redirects are followed on the
    /// tape.
    ///
    /// Limits of FoundationNetworking on Linux: delegates are not called for redirects or for a 401, which is returned
    /// like any response (without `WWW-Authenticate`, which would cause a network request); data arrives in one piece;
    /// repeated headers are joined with commas; download tasks, streams, web sockets and uploads with a body from the
    /// delegate fail with `URLError.unsupportedURL`.
    public static func cassette() throws(CassetteTestingError) -> URLSessionConfiguration {
        cassette(try TestTape.required())
    }

    /// A configuration whose sessions send everything to the given tape.
    public static func cassette(_ tape: TestTape) -> URLSessionConfiguration {
        make(TapeAddress(head: tape.head, user: tape.user))
    }

    /// A configuration with its own strict replay of the named cassette, independent of any current tape. The
    /// parameters are those of the trait `.cassette(_:)`.
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

/// The loading of one request from a tape. Foundation calls it on its own queues and a task calls back, so all mutable
/// state, and the protocol object itself, is locked.
final class TapeLoading: @unchecked Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isOver = false
    }

    // Its session retains it while it is loading.
    private weak var loader: URLProtocol?
    private let request: Result<HTTPRequest, URLError>
    private let address: TapeAddress
    private let state = Mutex(State())

    init(_ loader: URLProtocol, from address: TapeAddress) {
        self.loader = loader
        self.address = address
        do throws(URLError) {
            request = .success(try FoundationRequest.read(loader.request, of: loader.task))
        } catch {
            request = .failure(error)
        }
    }

    /// Starts loading. The session is notified on another thread.
    func start() {
        let task = Task { await load() }
        state.withLock { $0.task = task }
    }

    /// Cancels loading. The session is not notified any more.
    func stop() {
        let task = state.withLock { state in
            state.isOver = true
            return state.task
        }
        task?.cancel()
    }

    private func load() async {
        let request: HTTPRequest
        switch self.request {
        case .success(let read): request = read
        case .failure(let error): return fail(error)
        }
        do throws(TransportFailure) {
            let (response, url) = try await answer(to: request)
            succeed(response, at: url)
        } catch {
            fail(FoundationFailure.error(error))
        }
    }

    /// The response after all redirects, and its URL.
    private func answer(to first: HTTPRequest) async throws(TransportFailure) -> (HTTPResponse, HTTPURL) {
        var request = first, trail = RedirectChain()
        while true {
            try trail.enter(request, cookies: nil)
            let response = try await address.head.send(FoundationRequest.forms(of: request, user: address.user))
            guard let next = try trail.next(after: response, to: request) else { return (response, request.url) }
            request = next
        }
    }

    private func succeed(_ response: HTTPResponse, at url: HTTPURL) {
        guard let answer = FoundationResponse.make(response, at: url) else { return fail(URLError(.badServerResponse)) }
        tell { client, loader in
            client.urlProtocol(loader, didReceive: answer, cacheStoragePolicy: .notAllowed)
            client.urlProtocol(loader, didLoad: Data(response.body))
            client.urlProtocolDidFinishLoading(loader)
        }
    }

    private func fail(_ error: URLError) { tell { $0.urlProtocol($1, didFailWithError: error) } }

    /// Notifies the session once, unless loading was cancelled.
    private func tell(_ message: (any URLProtocolClient, URLProtocol) -> Void) {
        state.withLock { state in
            guard !state.isOver, let loader, let client = loader.client else { return }
            state.isOver = true
            message(client, loader)
        }
    }
}
