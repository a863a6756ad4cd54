import ExchangeModel
import Foundation
import FoundationNetworking
import NowSDK
import Synchronization

/// The loading of one request from a tape. Foundation calls from queues of its own and is told from a task: everything that
/// changes, and the protocol itself, is behind a lock.
final class TapeLoading: @unchecked Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isOver = false
    }

    // Its own session keeps it while it is loading.
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

    /// Begins; the session is told what came from another thread.
    func start() {
        let task = Task { await load() }
        state.withLock { $0.task = task }
    }

    /// Calls it off: the session is told nothing more.
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

    /// The answer behind all redirects, and its address.
    private func answer(to first: HTTPRequest) async throws(TransportFailure) -> (HTTPResponse, HTTPURL) {
        var request = first, trail = RedirectTrail()
        while true {
            try trail.enter(request, cookies: nil)
            let response = try await address.head.send(FoundationRequest.forms(of: request, user: address.user))
            guard let next = try trail.next(after: response, to: request) else { return (response, request.url) }
            request = next
        }
    }

    private func succeed(_ response: HTTPResponse, at url: HTTPURL) {
        guard let answer = FoundationAnswer.make(response, at: url) else { return fail(URLError(.badServerResponse)) }
        tell { client, loader in
            client.urlProtocol(loader, didReceive: answer, cacheStoragePolicy: .notAllowed)
            client.urlProtocol(loader, didLoad: Data(response.body))
            client.urlProtocolDidFinishLoading(loader)
        }
    }

    private func fail(_ error: URLError) { tell { $0.urlProtocol($1, didFailWithError: error) } }

    /// Tells the session what came, once, and nothing once it has called the request off.
    private func tell(_ message: (any URLProtocolClient, URLProtocol) -> Void) {
        state.withLock { state in
            guard !state.isOver, let loader, let client = loader.client else { return }
            state.isOver = true
            message(client, loader)
        }
    }
}
