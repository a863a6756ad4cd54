import ExchangeModel
import Synchronization

/// Exchanges as an instance has them all day: one record is read in a session that stands, and the answer has 1 KB.
enum ExampleExchange {
    /// The record with that number: 32 hexadecimal digits, spread like those that instances make.
    static func sysID(_ number: Int) -> String {
        hex(UInt64(number) &* 2) + hex(UInt64(number) &* 2 &+ 1)
    }

    static func request(_ number: Int) -> HTTPRequest {
        var url = HTTPURL(scheme: "https", host: "bench.service-now.com")
        url.path = "/api/now/table/incident/" + sysID(number)
        url.query = "sysparm_display_value=all&sysparm_exclude_reference_link=true"
        return HTTPRequest(
            .get, url,
            headers: [
                "Accept": "application/json", "User-Agent": "snowdeck/0.1.0",
                "Cookie": "JSESSIONID=6A1E7C0F5D3B49F28C7A; glide_user_route=glide.9f2c41d07be35a68",
            ], principal: "john.doe")
    }

    /// The same record asked for by GraphQL: what it says of the record and of who called.
    static func graphQL(_ number: Int) -> HTTPRequest {
        var request = request(number)
        request.method = .post
        request.url.path = "/api/now/graphql"
        request.url.query = nil
        request.headers.append("Content-Type", "application/json")
        let document = """
            query One($id: String!) { GlideRecord_Query { incident(sys_id: $id) { _rowCount _results { sys_id { value } \
            number { value displayValue } state { value displayValue } priority { value displayValue } opened_at { value \
            displayValue } short_description { value } description { value } caller_id { displayValue _reference { name { \
            value } email { value } } } } } } }
            """
        request.body = Array(
            "{\"query\":\"\(document)\",\"operationName\":\"One\",\"variables\":{\"id\":\"\(sysID(number))\"}}".utf8)
        return request
    }

    static func response(_ number: Int) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: [
                "Server": "ServiceNow", "Date": "Sun, 14 Apr 2024 19:29:09 GMT",
                "Content-Type": "application/json;charset=UTF-8", "X-Is-Logged-In": "true",
                "X-Transaction-ID": "5f0c61d7b24e", "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
                "Cache-Control": "no-cache,no-store,must-revalidate,max-age=-1", "Pragma": "no-store,no-cache",
                "Vary": "Accept-Encoding", "Transfer-Encoding": "chunked",
            ], body: body(number),
            facts: ResponseFacts(
                contentCoding: "gzip",
                timings: Timings(resolved: 120, connected: 310, secured: 900, firstByte: 41_000, total: 41_200)))
    }

    /// A record of 1024 bytes that no other number has.
    private static func body(_ number: Int) -> [UInt8] {
        let head = """
            {"result":{"sys_id":"\(sysID(number))","number":"INC0010021","state":{"display_value":"In Progress",\
            "value":"2"},"priority":{"display_value":"3 - Moderate","value":"3"},"caller_id":{"display_value":"Abel \
            Tuter","value":"62826bf03710200044e0bfc8bcbe5df1"},"opened_at":{"display_value":"2024-04-14 12:29:09",\
            "value":"2024-04-14 19:29:09"},"short_description":"Printer on the third floor prints half a page",\
            "description":"
            """
        let tail = "\"}}"
        let words = Array("The tray was changed, the toner is new and the queue is empty. ".utf8)
        var body = Array(head.utf8)
        while body.count < 1024 - tail.utf8.count { body.append(words[body.count % words.count]) }
        return body + Array(tail.utf8)
    }

    /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): one to one, so no two numbers share a record.
    private static func hex(_ number: UInt64) -> String {
        StableHash.mixed(number &+ 0x9E37_79B9_7F4A_7C15).padded(to: 16, radix: 16)
    }
}

/// The instance of the example: it answers from memory, at once, with its records in their order, the last again and again.
final class ExampleInstance: ImmediateTransport {
    private let responses: [HTTPResponse]
    private let next = Atomic(0)

    init(numbers: some Sequence<Int>) { responses = numbers.map(ExampleExchange.response) }

    convenience init(number: Int) { self.init(numbers: [number]) }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        responses[min(next.wrappingAdd(1, ordering: .relaxed).oldValue, responses.count - 1)]
    }
}

/// A clock for tapes of the bench: moments do not matter there, but must not be read from anywhere.
struct StillClock: Clock {
    let now = Timestamp(seconds: 1_713_122_949)
    func sleep(microseconds: Int64) async throws {}
}
