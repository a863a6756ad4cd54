import ExchangeModel
import Foundation
import FoundationNetworking
import NowSDK
import Synchronization

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
