import ExchangeModel
import Notation

/// `POST /api/now/batch`: several requests in one, answered one after the other as if each had been sent alone.
struct BatchRoute {
    /// The most bytes the body of one part may have (`glide.rest.batch.max.inputSize`).
    static let mostInput = 5 << 20
    /// The most bytes the answer to one part may have (`glide.rest.batch.max.outputSize`).
    static let mostOutput = 10 << 20
    /// The most bytes all answers may have together. Instances end a batch after 30 seconds; what a sandbox answers must
    /// not depend on how fast it runs, so these two limits stand for the time.
    static let mostOutputTogether = 64 << 20
    /// The most parts that are answered.
    static let mostParts = 2000

    let call: Call

    /// The answer; `serve` answers one part.
    func answer(_ serve: (HTTPRequest) -> HTTPResponse) throws -> Answer {
        let batch = try BatchRequest(call.request)
        let most = mostOutput
        var out = JSONText(capacity: 16_384)
        out.raw("{\"batch_request_id\":")
        out.string(batch.id)
        out.raw(",\"serviced_requests\":[")
        var together = 0
        var unserviced: [JSON] = []
        for (offset, part) in batch.parts.enumerated() {
            if unserviced.isEmpty, offset < BatchRoute.mostParts, part.size <= BatchRoute.mostInput,
                let response = response(to: part, serve), response.body.count <= most,
                together + response.body.count <= BatchRoute.mostOutputTogether
            {
                together += response.body.count
                if offset > 0 { out.raw(",") }
                out.raw(BatchRoute.entry(part, response).compactBytes)
            } else {
                // A batch ends at the first part that is too much.
                unserviced.append(.string(part.id))
            }
        }
        out.raw("],\"unserviced_requests\":")
        out.raw(JSON.array(unserviced).compactBytes)
        out.raw("}")
        return .json(out.bytes)
    }

    /// The header may lower the limit, never raise it.
    private var mostOutput: Int {
        let wish = call.request.headers["X-BATCHREQUEST-MAX-OUTPUT-SIZE"].flatMap { Int($0) } ?? BatchRoute.mostOutput
        return min(max(wish, 0), BatchRoute.mostOutput)
    }

    private func response(to part: BatchRequest.Part, _ serve: (HTTPRequest) -> HTTPResponse) -> HTTPResponse? {
        switch part.content {
        case .success(let request): return serve(request)
        case .failure(let refusal):
            let answer = refusal.answer
            return HTTPResponse(
                status: answer.status, reason: "Bad Request",
                headers: HeaderFields([HeaderField("Content-Type", answer.contentType)]), body: answer.body)
        }
    }

    private static func entry(_ part: BatchRequest.Part, _ response: HTTPResponse) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(part.id)), .init("body", .string(Base64.encode(response.body))),
            .init("status_code", .number(String(response.status))), .init("status_text", .string(response.reason)),
            .init("headers", .array(part.excludesHeaders ? [] : headers(of: response))),
            .init("execution_time", .number(String(1 + response.body.count / 16_384))),
        ]
        if case .failure(let refusal) = part.content {
            members.append(.init("error_message", .string(refusal.detail ?? refusal.message)))
        }
        return .object(members)
    }

    /// The lines that belong to the part: not those of the connection, the sign-in and the moment.
    private static func headers(of response: HTTPResponse) -> [JSON] {
        let outer = [
            "server-timing", "x-is-logged-in", "x-transaction-id", "date", "server", "set-cookie",
            "strict-transport-security", "content-length",
        ]
        let own = response.headers.filter { !outer.contains(ASCII.lowercased($0.name)) }
        let length = response.status == 204 ? [] : [HeaderField("Content-Length", String(response.body.count))]
        return (own + length).map { ["name": .string($0.name), "value": .string($0.value)] }
    }
}
