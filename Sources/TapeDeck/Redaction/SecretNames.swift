import ExchangeModel
import Notation

/// The names of fields and headers whose values are secrets wherever they stand: a list of known ones, and whatever
/// `SecretWords` takes for one by its words.
///
/// Names of the list are compared without regard to letter case, hyphens and underscores; of a dot-walked name the last
/// part counts. The list is what instances and their clients really send: the OAuth members of `/oauth_token.do`, the
/// login form's `user_password` and `sysparm_ck`, the page token `g_ck`, `X-UserToken` and its answer, API keys.
enum SecretNames {
    private static let labels: [String: String] = {
        var labels: [String: String] = [:]
        func add(_ label: String, _ names: String) {
            for name in names.split(separator: " ") { labels[String(name)] = label }
        }
        add("password", "password userpassword passwd passphrase newpassword oldpassword currentpassword")
        add("password", "confirmpassword retypepassword proxypassword passcode")
        add("token", "accesstoken refreshtoken idtoken token usertoken xusertoken xusertokenresponse sysparmck gck")
        add("token", "sessiontoken csrftoken bearertoken authtoken xauthtoken mfatoken xmfatoken")
        add("token", "clientassertion assertion codeverifier samlresponse jwt")
        add("secret", "clientsecret secret privatekey sharedsecret sessionid jsessionid glidesessionstore")
        add("key", "apikey xapikey xsnapikey snapikey")
        add("authorization", "authorization proxyauthorization")
        add("cookie", "cookie setcookie")
        return labels
    }()

    /// Digests of the names, so that the ninety thousand keys of a long list cost no text each.
    private static let digests = Set(labels.keys.map { digest(of: Array($0.utf8)[...])! })

    /// A name that is a secret in form bodies and addresses only; elsewhere it is an everyday word.
    private static let formOnly: Set<String> = ["code"]

    /// The label of a secret field's placeholder; nil when the name is no secret's.
    static func label(of name: some Collection<UInt8>) -> String? {
        if isListed(name), let label = labels[normal(name)] { return label }
        return SecretWords.sort(of: name)?.rawValue
    }

    /// Whether the list holds a name.
    static func isListed(_ name: some Collection<UInt8>) -> Bool { digest(of: name).map(digests.contains) ?? false }

    static func label(of name: String) -> String? { label(of: name.utf8) }

    /// The same for fields of a form body.
    static func labelInForm(of name: String) -> String? {
        label(of: name) ?? (formOnly.contains(normal(name.utf8)) ? "token" : nil)
    }

    /// FNV-1a over the compared form of a name; nil for names longer than any known one.
    private static func digest(of name: some Collection<UInt8>) -> UInt64? {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        guard name.count <= 128 else { return nil }
        for byte in name {
            if byte == UInt8(ascii: ".") { hash = 0xCBF2_9CE4_8422_2325 }
            guard ASCII.isLetter(byte) || ASCII.isDigit(byte) else { continue }
            hash = (hash ^ UInt64(ASCII.lowercased(byte))) &* 0x100_0000_01B3
        }
        return hash
    }

    private static func normal(_ name: some Collection<UInt8>) -> String {
        var kept: [UInt8] = []
        for byte in name {
            if byte == UInt8(ascii: ".") { kept.removeAll() }
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) { kept.append(ASCII.lowercased(byte)) }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
