import ExchangeModel
import Notation

/// Finds the user in whose name each request of a file was sent, and which requests are sign-in only.
struct ImportPrincipals {
    let isSignIn: @Sendable (HTTPURL) -> Bool

    /// Sets the purpose and principal of every exchange: the user named by its own header, else the last who signed in
    /// before it, else the first who signed in. Returns the last principal.
    func name(_ exchanges: inout [ImportedExchange]) -> String? {
        var present: String?
        var first: String?
        for place in exchanges.indices {
            let request = exchanges[place].request
            let belongs = isSignIn(request.url)
            if belongs { exchanges[place].request.purpose = .signIn }
            if let user = Self.basicUser(request) ?? (belongs ? Self.formUser(request) : nil) {
                present = user
                first = first ?? user
            }
            exchanges[place].request.principal = present
        }
        for place in exchanges.indices where exchanges[place].request.principal == nil {
            exchanges[place].request.principal = first
        }
        return present
    }

    static func basicUser(_ request: HTTPRequest) -> String? {
        let words = (request.headers["Authorization"] ?? "").split(separator: " ")
        guard words.count == 2, ASCII.lowercased(String(words[0])) == "basic",
            let bytes = Base64.decode(words[1].utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0
        else { return nil }
        return String(validating: bytes[..<colon], as: UTF8.self)
    }

    private static func formUser(_ request: HTTPRequest) -> String? {
        guard request.method == .post, let body = request.body.flatMap({ String(validating: $0, as: UTF8.self) }) else {
            return nil
        }
        let fields = HTTPURL(scheme: "http", host: "", query: body).queryFields
        let name = fields.first { ["user_name", "username"].contains($0.name) }?.value
        return name.flatMap { $0.isEmpty || $0.utf8.count > 255 ? nil : $0 }
    }
}
