import ExchangeModel
import Notation

// Secrets that are encoded, alone or with the text around them, and tokens that are recognized by how they begin.
extension SecretCanaries {
    /// Bodies of requests and answers, and files.
    static let bodies: [Shape] = members + texts("body") + encoded + pairs

    /// Names and values in the files, logs and statements that people paste into records: each text on its own.
    static let pairs: [Shape] = texts("pair") + credentials

    /// Each text in each encoding, with a long secret only: a short one is tried with the text itself.
    static let encodedPairs: [Shape] = pairs.flatMap { pair in
        // Base64 in base64 is masked on the screen as a whole in a replay, and by its value when it is recorded.
        Encoding.all.filter { pair.name != "ldif/base64" || $0.name != "base64" }.map { encoding in
            var shape = Shape(
                pair.name, encoding.type, bytes: { encoding.bytes(String(decoding: pair.text($0), as: UTF8.self)) })
            shape.encoding = encoding.name
            shape.value = pair.value
            if encoding.isReadable { shape.written = pair.written }
            return shape
        }
    }

    private static let members: [Shape] = [
        "user_password", "pw", "u_pass", "bearer", "csrf", "basic_auth", "auth_code", "otp", "pin", "access_token",
        "clientSecret", "x_api_key", "totp", "xsrf", "account_key",
    ].map { name in Shape("json/member/" + name, "application/json") { #"{"result":{"\#(name)":"\#($0)"}}"# } }

    private static let encoded: [Shape] = [
        Shape(
            "json/batch/base64", "application/json",
            bytes: { batch(#"{"short_description":"x","user_password":"\#($0)"}"#) }),
        Shape(
            "json/batch/base64/pair", "application/json",
            bytes: { batch(#"{"name":"smtp.password","value":"\#($0)"}"#) }),
        Shape(
            "json/batch/base64/page", "application/json",
            bytes: { batch("<script>window['g_ck'] = '\($0)';</script>") }),
        Shape("base64/json", "text/plain", bytes: { Array(base64(#"{"password":"\#($0)"}"#).utf8) }),
        Shape("base64/form", "text/plain", bytes: { Array(base64("user=a&password=\($0)").utf8) }),
        Shape(
            "base64url/json", "text/plain", bytes: { Array(base64(#"{"password":"\#($0)>>>???"}"#, forURL: true).utf8) }
        ),
        Shape("base64/base64", "text/plain", bytes: { Array(base64(base64(#"{"password":"\#($0)"}"#)).utf8) }),
        Shape(
            "base64/gzip", "text/plain",
            bytes: { Array(base64(Gzip.compress(Array(#"{"password":"\#($0)"}"#.utf8))).utf8) }),
        Shape(
            "base64/utf-16", "text/plain", bytes: { Array(base64(wide("password='\($0)'", isBigEndian: false)).utf8) }),
        Shape("hex/json", "text/plain", bytes: { hex(#"{"password":"\#($0)"}"#) }),
        Shape("gzip/json", "application/octet-stream", bytes: { Gzip.compress(Array(#"{"password":"\#($0)"}"#.utf8)) }),
        Shape(
            "utf-16/json", "application/json",
            bytes: { [0xFF, 0xFE] + wide(#"{"password":"\#($0)"}"#, isBigEndian: false) }),
        Shape(
            "utf-16be/page", "text/html;charset=utf-16be",
            bytes: { wide("<script>var g_ck = '\($0)';</script>", isBigEndian: true) }),
    ]

    /// Tokens that are recognized by how they begin. The canary's secret is the whole token.
    private static let credentials: [Shape] = {
        let rest = "Ab3dEf6hIj9kLm2nOp"
        let tokens: [(String, @Sendable (String) -> String)] = [
            ("ghp", { "ghp_" + rest + $0 }), ("gho", { "gho_" + rest + $0 }), ("ghs", { "ghs_" + rest + $0 }),
            ("github-pat", { "github_pat_11" + rest + "_" + $0 }), ("glpat", { "glpat-" + rest + $0 }),
            ("xoxb", { "xoxb-123456-" + rest + $0 }), ("xoxp", { "xoxp-123456-" + rest + $0 }),
            ("sk", { "sk-" + rest + $0 }), ("sk-project", { "sk-proj-" + rest + $0 }),
            ("sk-live", { "sk_live_" + rest + $0 }), ("google", { "AIzaSy" + rest + $0 }),
            ("npm", { "npm_" + rest + $0 }), ("atlassian", { "ATATT3xFfGF0" + rest + $0 }),
            ("vault", { "hvs.CAESI" + rest + $0 }), ("sendgrid", { "SG.Ab3dEf6hIj9kLm2nOpQr4t." + $0 }),
            ("slack-webhook", { "https://hooks.slack.com/services/T0123ABCD/B0123ABCD/" + rest + $0 }),
            ("jwt-unsigned", { base64(#"{"alg":"none"}"#, forURL: true) + "." + $0 }),
        ]
        let key: @Sendable (String) -> String = { "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAg" + $0 }
        return tokens.map { name, token in
            valued(Shape("prefix/" + name, "text/plain") { "It failed with \($0) today." }, token)
        } + [
            valued(
                Shape("pem/rsa", "text/plain") {
                    "-----BEGIN RSA PRIVATE KEY-----\n\($0)\n-----END RSA PRIVATE KEY-----\n"
                }, key),
            valued(Shape("pem/cut", "text/plain") { "-----BEGIN PRIVATE KEY-----\n\($0)\n" }, key),
            valued(Shape("ldif/hash", "text/plain") { "dn: cn=a,dc=example\nuserPassword: \($0)\n" }) { "{SSHA}" + $0 },
            base64Shape("ldif/base64", "text/plain", { $0 }) { "dn: cn=a,dc=example\nuserPassword:: \($0)\n" },
            base64Shape("docker/config", "application/json", { "admin:" + $0 }) {
                #"{"auths":{"h.example.com":{"auth":"\#($0)"}}}"#
            },
            base64Shape("scheme/basic", "text/plain", { "admin:" + $0 }) { "It sent Basic \($0) to the host." },
        ]
    }()

    private static func valued(_ shape: Shape, _ value: @escaping @Sendable (String) -> String) -> Shape {
        var shape = shape
        shape.value = value
        return shape
    }

    /// A secret that is written in base64.
    private static func base64Shape(
        _ name: String, _ type: String, _ plain: @escaping @Sendable (String) -> String,
        _ text: @escaping @Sendable (String) -> String
    ) -> Shape {
        var shape = Shape(name, type) { text(base64(plain($0))) }
        shape.written = { Array(base64(plain($0)).utf8) }
        return shape
    }

    /// A notation that contains a text.
    struct Encoding: Sendable {
        let name: String
        let type: String
        let bytes: @Sendable (String) -> [UInt8]
        /// Whether the secret itself can be read in it.
        var isReadable = false

        static let all = [
            Encoding(
                name: "json", type: "application/json", bytes: { Array(#"{"text":"\#(escaped($0))"}"#.utf8) },
                isReadable: true),
            Encoding(
                name: "xml", type: "application/xml",
                bytes: { text in
                    var text = text
                    for (sign, entity) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
                        text = text.split(separator: sign, omittingEmptySubsequences: false).joined(separator: entity)
                    }
                    return Array("<x><text>\(text)</text></x>".utf8)
                }, isReadable: true),
            Encoding(name: "base64", type: "text/plain", bytes: { Array(base64($0).utf8) }),
            Encoding(
                name: "utf-16", type: "text/plain;charset=utf-16le",
                bytes: { [0xFF, 0xFE] + wide($0, isBigEndian: false) }),
        ]

        private static func escaped(_ text: String) -> String {
            text.reduce(into: "") { out, character in
                switch character {
                case "\"", "\\": out += "\\" + String(character)
                case "\n": out += "\\n"
                case "\r\n": out += "\\r\\n"
                case "\t": out += "\\t"
                default: out.append(character)
                }
            }
        }
    }

    // MARK: Encodings

    /// A batch of one request with that body.
    private static func batch(_ body: String) -> [UInt8] {
        Array(#"{"rest_requests":[{"id":"1","url":"/api/now/table/x","body":"\#(base64(body))"}]}"#.utf8)
    }

    static func base64(_ text: String, forURL: Bool = false) -> String {
        base64(Array(text.utf8), forURL: forURL)
    }

    static func base64(_ bytes: [UInt8], forURL: Bool = false) -> String {
        forURL ? Base64.encodeForURL(bytes) : Base64.encode(bytes)
    }

    static func hex(_ text: String) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    static func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }
}
