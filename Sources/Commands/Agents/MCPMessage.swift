import CommandLanguage
import Glibc
import Notation
import Synchronization

/// A message of a client: JSON-RPC 2.0 as the Model Context Protocol restricts it.
enum MCPMessage {
    case request(MCPRequest)
    case notification(method: String, params: JSON)
    /// The answer to a request of this server; nil instead of an error.
    case response(id: JSON, result: JSON?)

    init(_ bytes: [UInt8]) throws(MCPError) {
        let message: JSON
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw MCPError(.parse, "The message is not UTF-8.")
        }
        do throws(JSONError) {
            message = try JSONDocument(bytes, limits: JSONLimits(depth: 64)).root.value
        } catch {
            throw MCPError(.parse, "The message is not JSON: \(error).")
        }
        guard case .object = message else {
            throw MCPError(.request, "A message is one JSON object; this revision has no batches.")
        }
        let given = message["id"], id = given.map(Self.isID) == true ? given : nil
        func invalid(_ text: String) -> MCPError { MCPError(.request, text, id: id) }
        guard message["jsonrpc"] == "2.0" else { throw invalid("\"jsonrpc\" must be \"2.0\".") }
        if message["method"] == nil, let id, message["result"] != nil || message["error"] != nil {
            self = .response(id: id, result: message["result"])
            return
        }
        guard case .string(let method)? = message["method"] else { throw invalid("\"method\" must be a string.") }
        let params = message["params"] ?? .object([])
        guard case .object = params else {
            throw MCPError(.params, "\"params\" must be an object.", id: id)
        }
        guard message["id"] != nil else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id else { throw invalid("\"id\" must be a string or a whole number.") }
        self = .request(MCPRequest(id: id, method: method, params: params))
    }

    private static func isID(_ value: JSON) -> Bool {
        switch value {
        case .string: true
        case .number(let digits): digits.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        default: false
        }
    }
}

struct MCPRequest: Sendable {
    let id: JSON
    let method: String
    let params: JSON
}

/// An error of the protocol. What goes wrong in a tool is a result of the tool.
struct MCPError: Error {
    enum Code: Int {
        case parse = -32700
        case request = -32600
        case method = -32601
        case params = -32602
        case server = -32603
        /// No such resource, before 2026-07-28.
        case resource = -32002
        case missingCapability = -32021
        case unsupportedVersion = -32022
    }

    let code: Code
    let message: String
    var id: JSON?
    var data: JSON?

    init(_ code: Code, _ message: String, id: JSON? = nil, data: JSON? = nil) {
        self.code = code
        self.message = message
        self.id = id
        self.data = data
    }

    func response(to id: JSON?) -> JSON {
        [
            "jsonrpc": "2.0", "id": id ?? self.id ?? .null,
            "error": .object(present: [
                "code": .number(String(code.rawValue)), "message": .string(message), "data": data,
            ]),
        ]
    }
}

/// The lines of a client.
package final class MCPInput: Sendable {
    enum Line: Sendable {
        case message([UInt8])
        case tooLong
    }

    /// In bytes. A longer line is read and dropped.
    static let longest = 4 << 20

    private let descriptor: Int32
    private let pending = Mutex<[UInt8]>([])

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next line; nil at the end of input. The last line may lack its line break.
    func next() -> Line? {
        pending.withLock { pending in
            var isTooLong = false, searched = 0
            while true {
                if let end = pending[searched...].firstIndex(of: .lineFeed) {
                    let line = Array(pending[..<end])
                    pending.removeSubrange(...end)
                    return isTooLong || line.count > Self.longest ? .tooLong : .message(line)
                }
                if pending.count > Self.longest {
                    isTooLong = true
                    pending.removeAll()
                }
                searched = pending.count
                let piece = read()
                pending += piece
                guard piece.isEmpty else { continue }
                defer { pending = [] }
                return isTooLong ? .tooLong : pending.isEmpty ? nil : .message(pending)
            }
        }
    }

    private func read() -> [UInt8] {
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
                let got = Glibc.read(descriptor, room.baseAddress, room.count)
                if got < 0 { failure = errno }
                count = max(got, 0)
            }
            if failure != EINTR { return piece }
        }
    }
}
