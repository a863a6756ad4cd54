import ExchangeModel
import Notation

// Names and values in the files, logs and statements that people paste into records: each text on its own, and in other
// notations that contain texts.
extension SecretCanaries {
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

    /// Each text on its own.
    static let pairs: [Shape] = configuration + requests + statements + credentials + calls

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

    private static let configuration: [Shape] = {
        let text = "text/plain", yaml = "application/yaml"
        return [
            Shape("yaml/member", yaml) { "db:\n  user: sa\n  password: \($0)\n  port: 5432\n" },
            Shape("yaml/list", yaml) { "services:\n- name: db\n  token: \($0)\n" },
            Shape("yaml/quoted", yaml) { "user: sa\npassword: \"\($0)\"\n" },
            Shape("yaml/block", yaml) { "user: sa\npassword: >-\n  \($0)\n" },
            Shape("yaml/pair", yaml) { "env:\n- name: DB_PASSWORD\n  value: \($0)\n- name: COLOR\n  value: red\n" },
            Shape("yaml/document", text) { "---\nuser: sa\nclient_secret: \($0)\n" },
            Shape("yaml/text", text) { "user: sa\npassword: \($0)\n" },
            Shape("colon/sentence", text) { "Login failed for john, password: \($0) (attempt 3)." },
            Shape("colon/end", text) { "The new password: \($0)." },
            Shape("colon/tight", text) { "user:john,token:\($0),active:yes" },
            Shape("colon/key", text) { "API key: \($0)" },
            Shape("env/file", text) { "# settings\nDB_HOST=h\nDB_PASSWORD=\($0)\nDB_PORT=1\n" },
            Shape("env/export", text) { "export API_TOKEN=\($0)\n" },
            Shape("env/quoted", text) { "DB_HOST=h\nAPI_TOKEN=\"\($0)\"\n" },
            Shape("ini", text) { "[db]\nuser = sa\npassword = \($0)\nport = 1\n" },
            Shape("properties", text) { "db.user=sa\ndb.password=\($0)\n" },
            Shape("properties/colon", text) { "db.user : sa\ndb.password : \($0)\n" },
            Shape("netrc/line", text) { "machine h.example.com login anna password \($0)" },
            Shape("netrc/lines", text) { "machine h.example.com\n  login anna\n  password \($0)\n" },
            Shape("netrc/account", text) { "machine h.example.com login anna account b password \($0)" },
            Shape("netrc/default", text) { "default login anna password \($0)\n" },
            Shape("npmrc", text) { "//registry.example.com/:_authToken=\($0)\n" },
            Shape("ldif", text) { "dn: cn=a,dc=example\nuserPassword: \($0)\n" },
            valued(Shape("ldif/hash", text) { "dn: cn=a,dc=example\nuserPassword: \($0)\n" }) { "{SSHA}" + $0 },
            base64Shape("ldif/base64", text, { $0 }) { "dn: cn=a,dc=example\nuserPassword:: \($0)\n" },
            Shape("connection/account-key", text) {
                "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=\($0);EndpointSuffix=core.example.net"
            },
            Shape("connection/shared-access-key", text) {
                "Endpoint=sb://h.example.com/;SharedAccessKeyName=root;SharedAccessKey=\($0);EntityPath=a"
            },
            Shape("connection/pwd", text) { "Server=h;Database=d;Uid=sa;Pwd=\($0);" },
            Shape("connection/signature", text) { "see https://h.example.com/a?sv=2020-02-10&sig=\($0)&sp=r" },
            base64Shape("docker/config", "application/json", { "admin:" + $0 }) {
                #"{"auths":{"h.example.com":{"auth":"\#($0)"}}}"#
            },
            Shape("docker/password", "application/json") {
                #"{"auths":{"h.example.com":{"username":"a","password":"\#($0)"}}}"#
            },
            Shape("assignment/session", text) { "opened with session=\($0) for anna" },
            Shape("assignment/ticket", text) { "CAS ticket=\($0)" },
            Shape("aws/credentials", text) {
                "[default]\naws_access_key_id = ABC\naws_secret_access_key = \($0)\n"
            },
        ]
    }()

    private static let requests: [Shape] = {
        let text = "text/plain"
        return [
            Shape("header/key", text) { "X-Api-Key: \($0)" },
            Shape("header/key/sentence", text) { "Send X-Api-Key: \($0) with it." },
            Shape("header/request", text) {
                "POST /x HTTP/1.1\r\nHost: h\r\nX-UserToken: \($0)\r\nAccept: */*\r\n\r\n{}"
            },
            Shape("header/folded", text) { "Host: h\r\nX-UserToken:\r\n \($0)\r\nAccept: */*\r\n" },
            Shape("header/folded/authorization", text) { "Host: h\r\nAuthorization:\r\n\tBearer \($0)\r\n" },
            Shape("header/cookie", text) { "GET / HTTP/1.1\r\nCookie: JSESSIONID=\($0)\r\n" },
            Shape("header/cookie/second", text) { "GET / HTTP/1.1\r\nCookie: a=; sid=\($0)\r\n" },
            Shape("header/set-cookie", text) { "HTTP/1.1 200 OK\r\nSet-Cookie: sid=\($0); Path=/\r\n" },
            Shape("header/proxy", text) { "Proxy-Authorization: Basic \($0)" },
            base64Shape("scheme/basic", text, { "admin:" + $0 }) { "It sent Basic \($0) to the host." },
            Shape("scheme/bearer", text) { "Try again with Bearer \($0) please." },
            Shape("location/code", text) { "GET https://h.example.com/cb?code=\($0)&state=1" },
            Shape("location/oauth", text) { "Location: https://h.example.com/oauth2/done?code=\($0)" },
            Shape("address/ticket", text) { "GET https://h.example.com/x?ticket=\($0)" },
        ]
    }()

    private static let statements: [Shape] = {
        let type = "text/plain"
        return [
            Shape("sql/insert", type) { "INSERT INTO users (name,password) VALUES ('a','\($0)');" },
            Shape("sql/insert/rows", type) {
                "insert into users (id, `password`) values (1, NULL), (2, N'\($0)'), (3, NULL);"
            },
            Shape("sql/insert/names", type) { "INSERT INTO \"u\" (\"token\", \"n\") VALUES ('\($0)', now());" },
            Shape("sql/set-password", type) { "SET PASSWORD = '\($0)';" },
            Shape("sql/set-password-for", type) { "SET PASSWORD FOR 'anna'@'localhost' = '\($0)';" },
            Shape("sql/identified-by", type) { "CREATE USER anna IDENTIFIED BY '\($0)';" },
            Shape("sql/identified-with", type) { "ALTER USER anna IDENTIFIED WITH plugin BY '\($0)';" },
            Shape("sql/with-password", type) { "ALTER ROLE anna WITH PASSWORD '\($0)';" },
            Shape("sql/login", type) { "CREATE LOGIN anna WITH PASSWORD = '\($0)';" },
            Shape("sql/function", type) { "SELECT PASSWORD('\($0)');" },
            Shape("sql/update", type) { "UPDATE users SET password='\($0)' WHERE id=1" },
            Shape("sql/where", type) { "SELECT id FROM users WHERE api_token = '\($0)'" },
        ]
    }()

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
        ]
    }()

    private static let calls: [Shape] = {
        let type = "text/plain"
        return [
            Shape("call/set-request-header", type) { #"xhr.setRequestHeader("X-UserToken", "\#($0)");"# },
            Shape("call/set", type) { "headers.set('X-Api-Key', '\($0)')" },
            Shape("call/append", type) { "headers.append( 'Authorization' , 'Bearer \($0)')" },
            Shape("call/headers", type) { #"fetch(u, {headers: {"X-UserToken": "\#($0)"}})"# },
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
}
