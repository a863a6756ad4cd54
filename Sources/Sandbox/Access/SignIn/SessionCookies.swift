import ExchangeModel
import Notation

/// Reads the cookies of a request and writes those of an answer, with names, order and attributes of recorded answers.
enum SessionCookies {
    /// The cookies a request carries. Of two of the same name the first counts.
    static func read(_ headers: HeaderFields) -> [String: String] {
        var cookies: [String: String] = [:]
        for line in headers.values(of: "Cookie") {
            for pair in line.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let name = String(parts[0].drop { $0 == " " })
                if cookies[name] == nil { cookies[name] = String(parts[1]) }
            }
        }
        return cookies
    }

    /// The first answer of a session: identifiers are given, the remembered user is cleared.
    static func opening(_ session: SessionBook.Session, at now: Timestamp, secure: Bool) -> [String] {
        [
            "JSESSIONID=\(session.id); Path=/" + attributes(secure),
            cleared("glide_user", secure), cleared("glide_user_session", secure),
            "glide_user_route=glide.\(session.route)" + lasting(2_147_483_647, from: now) + attributes(secure),
            sliding(session, at: now, secure: secure),
            balancer,
        ]
    }

    /// A later answer: the session slides; the user is named when the client does not know it yet.
    static func continuing(
        _ session: SessionBook.Session, at now: Timestamp, knowsUser: Bool, secure: Bool
    ) -> [String] {
        let slide = sliding(session, at: now, secure: secure)
        guard !knowsUser else { return [slide] }
        let name = "\"" + Base64.encode(("SCR2:" + session.userID).utf8) + "\""
        return [
            "glide_user=\(name)" + lasting(2_147_483_647, from: now) + attributes(secure),
            "glide_user_session=\(name); Path=/" + attributes(secure),
            slide,
        ]
    }

    /// The answer to a request that could not be signed in.
    static func refused(_ id: String, secure: Bool) -> [String] {
        ["JSESSIONID=\(id); Path=/" + attributes(secure), balancer]
    }

    private static let balancer = "BIGipServerpool_sandbox=2927640842.52542.0000; path=/"

    private static func sliding(_ session: SessionBook.Session, at now: Timestamp, secure: Bool) -> String {
        "glide_session_store=\(session.store)" + lasting(session.lifetime, from: now) + attributes(secure)
    }

    private static func cleared(_ name: String, _ secure: Bool) -> String {
        name + "=; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/" + attributes(secure)
    }

    private static func lasting(_ seconds: Int64, from now: Timestamp) -> String {
        "; Max-Age=\(seconds); Expires=" + cookieDate(now.advanced(bySeconds: seconds)) + "; Path=/"
    }

    private static func attributes(_ secure: Bool) -> String {
        secure ? "; HttpOnly; SameSite=None; Secure" : "; HttpOnly"
    }

    /// `Fri, 04-Nov-2022 22:59:20 GMT`: the old form of cookie dates, with dashes.
    private static func cookieDate(_ moment: Timestamp) -> String {
        var bytes = Array(moment.httpText.utf8)
        if bytes.count == 29 { (bytes[7], bytes[11]) = (UInt8(ascii: "-"), UInt8(ascii: "-")) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
