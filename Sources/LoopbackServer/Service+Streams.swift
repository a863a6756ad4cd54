import CMicrohttpd
import ExchangeModel
import Synchronization

/// Bodies that are too large to be kept, in both directions.
extension Service {
    /// Sends a request whose body is too large to be kept, while it arrives; false if the request is rejected.
    func beginStream(
        of conversation: Conversation, on connection: Connection, _ method: UnsafePointer<CChar>, length: Int?
    ) -> Bool {
        switch self.request(of: conversation, on: connection, method: String(cString: method)) {
        case .failure(let rejection):
            conversation.rejection = rejection
            return false
        case .success(var request):
            let stream = BodyStream(expectedLength: length)
            _ = conversation.takeBody().withUnsafeBytes { stream.write($0) { {} } }
            (request.body, request.stream) = (nil, stream)
            (conversation.stream, conversation.stage) = (stream, .streaming)
            if !wait(for: request, of: conversation, on: connection) { conversation.outcome = .failure(Self.ending) }
            return true
        }
    }

    /// Rejects before the body is read; the connection cannot be reused, because the body follows.
    func refuse(_ conversation: Conversation, _ rejection: ErrorResponse, on connection: Connection) -> Bool {
        conversation.stage = .answered
        var response = rejection.response
        response.headers.append("Connection", "close")
        return ResponseWriter(isHead: false, keepsConnectionLines: true).queue(response, on: connection)
    }

    /// Passes a piece of the body on, or after the last one waits for the response. While the stream is full, the
    /// library keeps the piece and the connection is suspended.
    func pass(
        _ piece: UnsafeRawBufferPointer, of conversation: Conversation, on connection: Connection, isHead: Bool
    ) -> Bool {
        guard let stream = conversation.stream else { return false }
        guard piece.isEmpty else {
            conversation.isBlocked = !stream.write(piece) {
                cmicrohttpd_suspend(connection.handle)
                return { cmicrohttpd_resume(connection.handle) }
            }
            return true
        }
        stream.finish()
        conversation.stage = .waiting
        let isAnswered = waiting.withLock { waiting in
            guard waiting.exchanges[ObjectIdentifier(conversation)] != nil else { return true }
            cmicrohttpd_suspend(connection.handle)
            waiting.exchanges[ObjectIdentifier(conversation)]?.isSuspended = true
            return false
        }
        guard isAnswered else { return true }
        return write(
            conversation.outcome ?? .failure(Self.ending), of: conversation, on: connection, isHead: isHead)
    }

    /// The body of a response, which `endWaiting` cancels.
    func body(_ stream: BodyStream, on connection: Connection) -> StreamedBody {
        let id = ObjectIdentifier(stream)
        let isEnding = waiting.withLock { waiting in
            waiting.streams[id] = stream
            return waiting.isEnding
        }
        if isEnding { stream.cancel() }
        return StreamedBody(stream, on: connection) { [weak self] in
            self?.waiting.withLock { _ = $0.streams.removeValue(forKey: id) }
        }
    }
}
