package import CassetteStore
package import ExchangeModel

extension Cassette {
    /// Passes on the successful exchanges with the REST APIs of an instance, in order.
    package func forEachAPIResponse(
        of instance: HTTPURL, _ take: (HTTPRequest, HTTPResponse) -> Void
    ) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try requests(after: last, limit: 256), let end = batch.last?.id {
            last = end
            for exchange in batch {
                guard case .response(let head) = exchange.outcome, (200...299).contains(head.status),
                    let request = HTTPRequest(exchange.request), request.url.origin == instance.origin,
                    request.url.path.hasPrefix("/api/"), case .response(let response)? = try answer(exchange.id)
                else { continue }
                take(request, response)
            }
        }
    }
}
