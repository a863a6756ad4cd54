import ExchangeModel
import Notation

/// The `cookies` of a HAR, which say again what header lines say. The lines are redacted before.
enum HARCookies {
    /// Those of `Cookie` lines.
    static func sent(_ headers: HeaderFields) -> [JSON] {
        headers.values(of: "Cookie").flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.map { pair in
            let (name, value) = halves(Substring(pair))
            return ["name": .string(name), "value": .string(value)]
        }
    }

    /// Those of `Set-Cookie` lines, with their attributes.
    static func set(_ headers: HeaderFields) -> [JSON] {
        headers.values(of: "Set-Cookie").map { line in
            var parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
            let (name, value) = halves(Substring(parts.popFirst() ?? Substring().utf8))
            var members: [JSON.Member] = [.init("name", .string(name)), .init("value", .string(value))]
            var isForServers = false, isSecure = false
            for part in parts {
                let (attribute, value) = halves(Substring(part))
                switch ASCII.lowercased(attribute) {
                case "path": members.append(.init("path", .string(value)))
                case "domain": members.append(.init("domain", .string(value)))
                case "expires":
                    if let end = HARMoment.ofCookie(value) {
                        members.append(.init("expires", .string(end.description)))
                    }
                case "samesite": members.append(.init("sameSite", .string(value)))
                case "httponly": isForServers = true
                case "secure": isSecure = true
                default: break
                }
            }
            members += [.init("httpOnly", .bool(isForServers)), .init("secure", .bool(isSecure))]
            return .object(members)
        }
    }

    private static func halves(_ pair: Substring) -> (String, String) {
        let bytes = pair.utf8
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        let value = bytes[name.endIndex...].dropFirst()
        return (String(ASCII.trimmed(Substring(name))), String(ASCII.trimmed(Substring(value))))
    }
}
