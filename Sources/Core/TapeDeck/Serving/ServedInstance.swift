package import ExchangeModel

/// An instance that a tape server answers for. A client that the tape names gets what was recorded for it; all others
/// get the answers of sessions without a client's name, or of the first client.
package final class ServedInstance: Sendable {
    package let sites: [TapeSite]
    package let clients: ProgramClients
    private let servers: [TapeServer]

    /// - Parameters:
    /// - sites: the instance's sites, at least one.
    /// - server: makes the server of a site.
    package init(_ sites: [TapeSite], _ clients: ProgramClients, server: (TapeSite) -> TapeServer) {
        self.sites = sites
        self.clients = clients
        servers = sites.map(server)
    }

    package var origin: HTTPURL { sites[0].origin }

    package func reply(to request: HTTPRequest, as client: ProgramClient) -> ProgramReply {
        servers[client.site].reply(to: request, as: client)
    }

    package func plainReply<Response: Sendable>(
        to target: UnsafeBufferPointer<UInt8>, at server: String, as client: ProgramClient,
        prepare: (ResponseBytes) -> Response?
    ) -> PlainReply<Response>? {
        servers[client.site].plainReply(to: target, at: server, as: client, prepare: prepare)
    }
}
