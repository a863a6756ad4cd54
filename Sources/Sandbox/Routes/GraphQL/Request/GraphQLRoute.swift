import ExchangeModel
import Notation

/// `/api/now/graphql`: one operation, or an array of them that is answered by an array.
///
/// Whatever goes wrong in an operation is told beside its data, with status 200, as instances do. A body that is no
/// operation at all is answered in the same way; what it travels in (its media type, its size) is refused as elsewhere.
struct GraphQLRoute {
    /// The most operations of one array. They share the steps of one request.
    static let mostOperations = 100

    let call: Call

    func answer() throws -> Answer {
        var out = JSONText(capacity: 16_384)
        do {
            switch try GraphQLRequest.read(call) {
            case .one(let request): try GraphQLExecution.answer(request, call, into: &out)
            case .several(let requests): try answer(requests, into: &out)
            }
        } catch let refusal as GraphQLRefusal {
            out = JSONText()
            refusal.write(into: &out)
        } catch is GraphQLOverrun {
            throw Refusal.cancelled
        }
        return .json(out.bytes)
    }

    /// What may be asked once may be asked often; together it has the same limits.
    private func answer(
        _ requests: [Result<GraphQLRequest, GraphQLRefusal>], into out: inout JSONText
    ) throws {
        out.raw("[")
        for (offset, request) in requests.enumerated() {
            if offset > 0 { out.raw(",") }
            switch request {
            case .success(let request): try GraphQLExecution.answer(request, call, into: &out)
            case .failure(let refusal): refusal.write(into: &out)
            }
        }
        out.raw("]")
    }
}
