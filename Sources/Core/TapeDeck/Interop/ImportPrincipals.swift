import ExchangeModel
import Notation

/// Finds the user in whose name each request of a file was sent.
enum ImportPrincipals {
    /// Sets the principal of every exchange: the user that the request names, else the last who signed in before it,
    /// else the first who signed in. Returns the last principal.
    static func name(_ outlines: inout [ImportOutline]) -> String? {
        var present: String?
        let first = outlines.lazy.compactMap(\.user).first
        for place in outlines.indices {
            if let user = outlines[place].user { present = user }
            outlines[place].principal = present ?? first
        }
        return present
    }

    /// The user that a request names: in its header, or in the form that signs in.
    static func user(of request: HTTPRequest, isSignIn: Bool) -> String? {
        basicUser(request) ?? (isSignIn ? formUser(request) : nil)
    }

    static func basicUser(_ request: HTTPRequest) -> String? {
        let words = (request.headers["Authorization"] ?? "").split(separator: " ")
        guard words.count == 2, ASCII.lowercased(String(words[0])) == "basic",
            let bytes = Base64.decode(words[1].utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            // A key sent as the user has no password after it, and is a secret.
            colon + 1 < bytes.count
        else { return nil }
        return String(validating: bytes[..<colon], as: UTF8.self)
    }

    private static func formUser(_ request: HTTPRequest) -> String? {
        guard request.method == .post, let body = request.body.flatMap({ String(validating: $0, as: UTF8.self) }) else {
            return nil
        }
        let name = PercentCoding.fields(of: body).first { ["user_name", "username"].contains($0.name) }?.value
        return name.flatMap { $0.isEmpty || $0.utf8.count > 255 ? nil : $0 }
    }
}
