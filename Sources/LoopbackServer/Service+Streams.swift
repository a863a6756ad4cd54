import CMicrohttpd
import ExchangeModel
import Synchronization

/// Bodies that are too large to be kept: they pass in pieces.
extension Service {
    /// Sends a request whose body is still arriving.
    func begin(
        _ request: HTTPRequest, length: Int, of conversation: Conversation, on connection: Connection
    ) -> Bool {
        let stream = BodyStream { cmicrohttpd_resume(connection.handle) }
        var request = request
        request.body = nil
        request.upload = Upload(stream, length: length)
        let sent = request
        conversation.upload = stream
        conversation.stage = .uploading
        return waiting.withLock { waiting in
            guard !waiting.isEnding else { return false }
            let id = ObjectIdentifier(conversation)
            waiting.exchanges[id] = Entry(conversation: conversation, connection: connection, isSuspended: false)
            waiting.exchanges[id]?.task = task(sending: sent, for: id)
            return true
        }
    }

    /// Responds after the body has arrived, or suspends the connection until there is a response.
    func finishUpload(of conversation: Conversation, on connection: Connection, isHead: Bool) -> Bool {
        let known = waiting.withLock { waiting in
            if conversation.outcome == nil {
                conversation.stage = .waiting
                cmicrohttpd_suspend(connection.handle)
                waiting.exchanges[ObjectIdentifier(conversation)]?.isSuspended = true
            }
            return conversation.outcome
        }
        return known.map { write($0, of: conversation, on: connection, isHead: isHead) } ?? true
    }

    /// Sends a body in pieces as they arrive.
    func send(
        _ stream: BodyStream, of response: HTTPResponse, on connection: Connection, _ writer: ResponseWriter
    ) -> Bool {
        let isWanted = waiting.withLock { waiting in
            if !waiting.isEnding { waiting.streams.insert(stream) }
            return !waiting.isEnding
        }
        guard isWanted else {
            stream.cancel()
            return false
        }
        return writer.queue(
            response,
            StreamedBody(stream, on: connection) { [self] in
                waiting.withLock { _ = $0.streams.remove(stream) }
                stream.cancel()
            }, on: connection)
    }
}
