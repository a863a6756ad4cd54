import ExchangeModel
import Notation

/// A text that contains a secret in one of the notations of instances, clients and users.
package struct SecretCanary: Sendable, CustomStringConvertible {
    /// Where a request, response or line contains the text.
    package enum Place: String, Sendable, CaseIterable {
        case requestBody, answerBody, path, query, requestHeader, answerHeader, reason, line, pipeline, input
        /// Another program's line, pasted at the prompt: it is no command and sends nothing.
        case pasted
        /// The command of an alias, which is refused.
        case alias
    }

    package var place: Place
    /// The name of the canary: `json/pair/all`.
    package var shape: String
    /// The notation around the text: `json`; empty if there is none.
    package var encoding: String
    /// Whether the secret has 20 characters, enough to be searched for anywhere, or 9.
    package var isLong: Bool
    /// The media type of a body, the name of a header, or the beginning of a line.
    package var context: String
    /// The text that contains the secret.
    package var text: [UInt8]
    /// The plain secret.
    package var secret: String
    /// The secret as written in the text, if encoded.
    package var written: [UInt8]

    package var description: String {
        "\(place)/\(shape)\(encoding.isEmpty ? "" : " in " + encoding)/\(isLong ? "long" : "short")"
    }
}

/// The canaries: every place times every notation of a secret there, alone and in other notations. A secret is short or
/// long, a single word, and used by one canary only.
package enum SecretCanaries {
    /// A notation of a secret; the closure returns the text for a secret.
    struct Shape: Sendable {
        let name: String
        let type: String
        let text: @Sendable (String) -> [UInt8]
        /// The encoded secret in the text; nil if the text is encoded as a whole.
        var written: @Sendable (String) -> [UInt8] = { Array($0.utf8) }
        /// The secret with what makes it recognizable: `ghp_…`.
        var value: @Sendable (String) -> String = { $0 }
        var encoding = ""

        init(_ name: String, _ type: String, _ text: @escaping @Sendable (String) -> String) {
            (self.name, self.type) = (name, type)
            self.text = { Array(text($0).utf8) }
        }

        init(_ name: String, _ type: String, readable: @escaping @Sendable (String) -> [UInt8]) {
            (self.name, self.type, text) = (name, type, readable)
        }

        init(_ name: String, _ type: String, bytes: @escaping @Sendable (String) -> [UInt8]) {
            (self.name, self.type, text) = (name, type, bytes)
            written = bytes
        }
    }

    /// Every secret ends in one of these, and nothing else does.
    package static let marks = ["canaryQx7Zk9w", "Zw7x"]

    /// Every canary, numbered in order.
    package static let all: [SecretCanary] = {
        var canaries: [SecretCanary] = []
        func add(_ place: SecretCanary.Place, _ shapes: [Shape], lengths: [Bool] = [false, true]) {
            for shape in shapes {
                for isLong in lengths {
                    let number = canaries.count
                    // Nine or twenty characters that no other canary or word contains.
                    let secret = shape.value(isLong ? "Long\(number)canaryQx7Zk9w" : "kq\(number)Zw7x")
                    canaries.append(
                        SecretCanary(
                            place: place, shape: shape.name, encoding: shape.encoding, isLong: isLong,
                            context: shape.type, text: shape.text(secret), secret: secret,
                            written: shape.written(secret)))
                }
            }
        }
        add(.requestBody, bodies)
        add(.answerBody, bodies)
        add(.path, paths)
        add(.query, queries)
        add(.requestHeader, requestHeaders)
        add(.answerHeader, answerHeaders)
        add(.reason, reasons)
        add(.line, lines)
        add(.pipeline, pipelines)
        add(.pasted, pasted)
        add(.alias, aliases)
        add(.input, bodies.filter { !$0.type.contains("multipart") && !$0.type.contains("yaml") })
        for place in [SecretCanary.Place.requestBody, .answerBody] { add(place, encodedPairs, lengths: [true]) }
        add(.input, encodedPairs.filter { !$0.type.contains("charset") }, lengths: [true])
        return canaries
    }()

    // MARK: Addresses and headers

    private static let paths: [Shape] = [
        Shape("path/session", "") { "/home.do;jsessionid=\($0)" },
        Shape("path/session/inside", "") { "/a;jsessionid=\($0)/b" },
    ]

    private static let queries: [Shape] = [
        Shape("query/field", "") { "access_token=\($0)&a=1" },
        Shape("query/pw", "") { "pw=\($0)" },
        Shape("query/query", "") { "sysparm_query=active%3Dtrue%5Euser_password%3D\($0)" },
        Shape("query/query/pair", "") { "sysparm_query=name%3Dacme.password%5Evalue%3D\($0)" },
        Shape("query/pair", "") { "name=acme.password&value=\($0)" },
        Shape("query/address", "") { "sysparm_uri=%2Fx.do%3Ftoken%3D\($0)" },
        Shape("query/address/twice", "") { "uri=%2Fx.do%3Fback%3D%252Fy.do%253Ftoken%253D\($0)" },
        Shape("query/json", "") { "filter=%7B%22password%22%3A%22\($0)%22%7D" },
        Shape("query/signature", "") { "sv=2020-02-10&sig=\($0)&sp=r" },
        Shape("query/signature/aws", "") { "X-Amz-Algorithm=a&X-Amz-Signature=\($0)" },
        Shape("query/ticket", "") { "service=a&ticket=\($0)" },
        Shape("query/session", "") { "session=\($0)" },
        Shape("query/totp", "") { "totp=\($0)" },
        Shape("query/xsrf", "") { "_xsrf=\($0)" },
        Shape("query/code", "") { "code=\($0)&state=a" },
        Shape("query/prefix", "") { "note=ghp_Ab3dEf6hIj9kLm2nOp\($0)" },
        Shape("query/base64", "", bytes: { Array("state64=\(base64(#"{"token":"\#($0)"}"#, forURL: true))".utf8) }),
    ]

    private static let requestHeaders: [Shape] = [
        Shape("header/authorization", "Authorization") { "Bearer \($0)" },
        Shape("header/cookie", "Cookie") { "JSESSIONID=\($0)" },
        Shape("header/token", "X-UserToken") { $0 },
        Shape("header/key", "x-sn-apikey") { $0 },
        Shape("header/other", "X-Foo") { $0 },
        Shape("header/referer", "Referer") { "https://h.example.com/x.do?token=\($0)" },
        Shape("header/referer/code", "Referer") { "https://h.example.com/cb?state=a&code=\($0)" },
        Shape("header/referer/signature", "Referer") { "https://h.example.com/a.pdf?sig=\($0)&sp=r" },
    ]

    private static let answerHeaders: [Shape] = [
        Shape("header/set-cookie", "Set-Cookie") { "JSESSIONID=\($0); Path=/" },
        Shape("header/user-token", "X-UserToken-Response") { $0 },
        Shape("header/other", "X-Debug") { "user=anna; token=\($0)" },
        Shape("header/other/scheme", "X-Debug") { "sent Bearer \($0)" },
        Shape("header/other/name", "X-Acme-Auth-Token") { $0 },
        Shape("header/location", "Location") { "https://h.example.com/x.do;jsessionid=\($0)?a=1" },
        Shape("header/location/query", "Location") { "/x.do?access_token=\($0)" },
        Shape("header/location/code", "Location") { "https://h.example.com/cb?code=\($0)&state=a" },
        Shape("header/location/oauth", "Location") { "https://h.example.com/oauth2/done?code=\($0)" },
        Shape("header/location/ticket", "Location") { "https://h.example.com/x?ticket=\($0)" },
        Shape("header/location/signature", "Location") { "https://h.example.com/a.pdf?sv=1&sig=\($0)&sp=r" },
        Shape("header/link", "Link") { "<https://h.example.com/x?sysparm_ck=\($0)>;rel=\"next\"" },
    ]

    private static let reasons: [Shape] = [
        Shape("reason/colon", "") { "Invalid password: \($0)" },
        Shape("reason/assignment", "") { "Denied token=\($0)" },
        Shape("reason/bearer", "") { "Expired Bearer \($0)" },
        Shape("reason/address", "") { "See https://h.example.com/?token=\($0)" },
    ]

    // MARK: Lines

    private static let lines: [Shape] = [
        Shape("line/param", "rest GET /canary") { "-p access_token=\($0)" },
        Shape("line/param/query", "rest GET /canary") { "-p sysparm_query=user_password=\($0)" },
        Shape("line/param/query-joined", "rest GET /canary") {
            "--param=sysparm_query=active=true^user_password=\($0)"
        },
        Shape("line/param/pair", "rest GET /canary") { "-p 'sysparm_query=name=acme.password^value=\($0)'" },
        Shape("line/header", "rest GET /canary") { "-H 'X-Foo: \($0)'" },
        Shape("line/header/joined", "rest GET /canary") { "--header='X-Foo: \($0)'" },
        Shape("line/session", "rest GET") { "'/home.do;jsessionid=\($0)'" },
        Shape("line/address", "rest GET") { "'/canary?token=\($0)'" },
        Shape("line/body/json", "rest POST /canary") { #"--body '{"password":"\#($0)"}'"# },
        Shape("line/body/json-pair", "rest POST /canary") { #"--body '{"name":"acme.password","value":"\#($0)"}'"# },
        Shape("line/body/json-nested", "rest POST /canary") { #"--body '{"body":"{\"token\":\"\#($0)\"}"}'"# },
        Shape("line/body/xml", "rest POST /canary --type application/xml") {
            "--body '<x><password>\($0)</password></x>'"
        },
        Shape("line/body/xml-pair", "rest POST /canary --type application/xml") {
            "--body '<property name=\"acme.password\" value=\"\($0)\"/>'"
        },
        Shape("line/body/form", "rest POST /canary") { "--body 'grant_type=password&password=\($0)'" },
        Shape("line/body/multipart", "rest POST /canary --type 'multipart/form-data; boundary=XX'") {
            "--body '--XX\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\($0)\r\n--XX--\r\n'"
        },
        Shape("line/field", "rest POST /canary") { "user_password=\($0)" },
        Shape("line/field/pair", "rest POST /canary") { "name=acme.ldap.bind.password value=\($0)" },
        Shape("line/field/address", "rest POST /canary") { "url='https://h.example.com/?token=\($0)'" },
    ]

    private static let pipelines: [Shape] = [
        Shape("pipe/curl-user", "") { "curl -u admin:\($0) https://h.example.com" },
        Shape("pipe/curl-user-joined", "") { "curl -uadmin:\($0) https://h.example.com" },
        Shape("pipe/curl-header", "") { "curl -H 'Authorization: Bearer \($0)' https://h.example.com" },
        Shape("pipe/curl-header-other", "") { "curl -H \"X-Foo: \($0)\" https://h.example.com" },
        Shape("pipe/curl-cookie", "") { "curl -b 'a=\($0)' https://h.example.com" },
        Shape("pipe/curl-data", "") { "curl -d 'password=\($0)' https://h.example.com" },
        Shape("pipe/curl-address", "") { "curl https://john:\($0)@h.example.com/" },
        Shape("pipe/curl-query", "") { "curl 'https://h.example.com/?token=\($0)'" },
        Shape("pipe/joined-p", "") { "mysql -p\($0) db" },
        Shape("pipe/sshpass", "") { "sshpass -p \($0) ssh h" },
        Shape("pipe/second-flag", "") { "jq . | sshpass -p \($0) ssh h" },
        Shape("pipe/ldapsearch", "") { "ldapsearch -x -w \($0) uid=a" },
        Shape("pipe/redis", "") { "redis-cli -a \($0) ping" },
        Shape("pipe/password", "") { "psql --password \($0)" },
        Shape("pipe/variable", "") { "PGPASSWORD=\($0) psql" },
        Shape("pipe/openssl", "") { "openssl enc -k x -pass pass:\($0)" },
        Shape("pipe/httpie", "") { "http -a admin:\($0) https://h.example.com" },
        Shape("pipe/httpie/long", "") { "http --auth=admin:\($0) https://h.example.com" },
        Shape("pipe/httpie/header", "") { "http https://h.example.com X-Api-Key:\($0)" },
        Shape("pipe/httpie/field", "") { "http https://h.example.com password=\($0)" },
        Shape("pipe/curl-header-key", "") { "curl -H \"X-Api-Key: \($0)\" https://h.example.com" },
        Shape("pipe/curl-header-unquoted", "") { "curl -H Authorization: Bearer \($0) https://h.example.com" },
        Shape("pipe/aws", "") { "aws configure set aws_secret_access_key \($0) --profile p" },
        Shape("pipe/aws/profile", "") { "aws configure set profile.p.aws_session_token \($0)" },
        Shape("pipe/docker", "") { "docker login -u anna -p \($0) h.example.com" },
        Shape("pipe/docker/long", "") { "docker login --username anna --password \($0)" },
        Shape("pipe/kubectl", "") { "kubectl create secret generic n --from-literal=k=\($0)" },
        Shape("pipe/kubectl/word", "") { "kubectl create secret generic n --from-literal k=\($0)" },
        Shape("pipe/openssl/in", "") { "openssl rsa -passin pass:\($0) -in k.pem" },
        Shape("pipe/mysql/long", "") { "mysql --password=\($0) db" },
        Shape("pipe/psql/connection", "") { "psql 'host=h user=a password=\($0)'" },
        Shape("pipe/sqlcmd", "") { "sqlcmd -U sa -P \($0)" },
        Shape("pipe/keytool", "") { "keytool -list -storepass \($0)" },
        Shape("pipe/wrapped", "") { "sudo docker login -p \($0)" },
        Shape("pipe/npm", "") { "npm config set //registry.example.com/:_authToken \($0)" },
        Shape("pipe/prefix", "") { "git clone ghp_Ab3dEf6hIj9kLm2nOp\($0)" },
        Shape("pipe/second", "") { "jq . | curl -u admin:\($0) https://h.example.com" },
    ]

    /// Lines of other programs, each of which is also tried in a pipeline.
    private static let pasted: [Shape] = [
        Shape("pasted/header", "Authorization:") { "Bearer \($0)" },
        Shape("pasted/header/key", "X-Api-Key:") { $0 },
        Shape("pasted/curl", "curl") { "-u admin:\($0) https://h.example.com" },
        Shape("pasted/curl/header", "curl") { "-H \"X-Api-Key: \($0)\" https://h.example.com" },
        Shape("pasted/httpie", "http") { "-a admin:\($0) https://h.example.com" },
        Shape("pasted/aws", "aws") { "configure set aws_secret_access_key \($0)" },
        Shape("pasted/mysql", "mysql") { "-p\($0) db" },
        Shape("pasted/sshpass", "sshpass") { "-p \($0) ssh h" },
        Shape("pasted/variable", "PGPASSWORD=x") { "PGPASSWORD=\($0) psql" },
        Shape("pasted/export", "export") { "TOKEN=\($0)" },
        Shape("pasted/docker", "docker") { "login -p \($0)" },
        Shape("pasted/kubectl", "kubectl") { "create secret generic n --from-literal=k=\($0)" },
        Shape("pasted/openssl", "openssl") { "rsa -passin pass:\($0)" },
        Shape("pasted/sudo", "sudo") { "docker login -p \($0)" },
        Shape("pasted/git", "git") { "clone https://anna:\($0)@h.example.com/a.git" },
        Shape("pasted/vault", "vault") { "kv put secret/a password=\($0)" },
    ]

    private static let aliases: [Shape] = pipelines.map {
        Shape("alias/" + $0.name.dropFirst(5), "alias leaks = rest GET /canary |", readable: $0.text)
    }
}
