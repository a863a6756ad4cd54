import ExchangeModel

/// What a route has to say, before the headers that every answer carries.
struct Answer {
    var status: Int
    var body: [UInt8]
    var contentType: String = "application/json;charset=UTF-8"
    /// Lines of this answer alone: `Location`, `Link`, `X-Total-Count`.
    var fields: [HeaderField] = []
    /// Whether a script wrote it to the stream itself: then the platform adds no cache headers and leaves its form alone.
    var isWrittenByScript = false

    /// An answer with a body of JSON text.
    static func json(_ body: [UInt8], status: Int = 200, fields: [HeaderField] = []) -> Answer {
        Answer(status: status, body: body, fields: fields)
    }

    /// An answer with no body at all.
    static func empty(_ status: Int, fields: [HeaderField] = []) -> Answer {
        Answer(status: status, body: [], contentType: "", fields: fields)
    }
}
