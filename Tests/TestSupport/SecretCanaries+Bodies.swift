import ExchangeModel
import Notation

// Bodies of requests and answers, and files.
extension SecretCanaries {
    static let bodies: [Shape] =
        json + columnar + markup + siblings + scripts + texts + delimited + forms + multipart + encoded + pairs

    private static let json: [Shape] = {
        let type = "application/json"
        var shapes = [
            "user_password", "pw", "u_pass", "bearer", "csrf", "basic_auth", "auth_code", "otp", "pin", "access_token",
            "clientSecret", "x_api_key", "totp", "xsrf", "account_key",
        ].map { name in Shape("json/member/" + name, type) { #"{"result":{"\#(name)":"\#($0)"}}"# } }
        let pair = #""name":"acme.ldap.bind.password""#
        shapes += [
            Shape("json/pair/flat", type) { #"{\#(pair),"value":"\#($0)"}"# },
            Shape("json/pair/value-first", type) { #"{"value":"\#($0)",\#(pair)}"# },
            Shape("json/pair/all", type) {
                #"{"result":[{"name":{"display_value":"acme.ldap.bind.password","value":"acme.ldap.bind.password"},"value":{"display_value":"\#($0)","value":"\#($0)"}}]}"#
            },
            Shape("json/pair/all-value-first", type) {
                #"{"result":[{"value":{"display_value":"\#($0)","value":"\#($0)"},"name":{"display_value":"acme.token","value":"acme.token"}}]}"#
            },
            Shape("json/pair/graphql", type) {
                #"{"data":{"GlideRecord_Query":{"sys_properties":{"_results":[{"name":{"value":"acme.api_key","displayValue":"acme.api_key"},"value":{"value":"\#($0)","displayValue":"\#($0)"}}]}}}}"#
            },
            Shape("json/pair/audit", type) { #"{"fieldname":"user_password","oldvalue":"","newvalue":"\#($0)"}"# },
            Shape("json/pair/header", type) { #"{"headers":[{"name":"X-UserToken","value":"\#($0)"}]}"# },
            Shape("json/pair/label", type) { #"{"label":"Password","value":"\#($0)"}"# },
            Shape("json/pair/label-last", type) { #"{"value":"\#($0)","label":"API_key"}"# },
            Shape("json/pair/parameter", type) { #"{"ParameterKey":"DbPassword","ParameterValue":"\#($0)"}"# },
            Shape("json/patch", type) { #"[{"op":"replace","path":"/password","value":"\#($0)"}]"# },
            Shape("json/patch/nested", type) { #"[{"op":"add","path":"/users/1/apiToken","value":"\#($0)"}]"# },
            Shape("json/patch/value-first", type) { #"[{"value":"\#($0)","op":"add","path":"/client_secret"}]"# },
            Shape("json/in-string", type) { #"{"body":"{\"user_password\":\"\#($0)\"}"}"# },
            Shape("json/in-string/pair", type) { #"{"payload":"{\"name\":\"db.password\",\"value\":\"\#($0)\"}"}"# },
            Shape("json/in-string-in-string", type) { #"{"a":"{\"b\":\"{\\\"token\\\":\\\"\#($0)\\\"}\"}"}"# },
            Shape("json/unicode-escapes", type) { #"{"a":"{\u0022password\u0022:\u0022\#($0)\u0022}"}"# },
            Shape("json/address", type) { #"{"link":"https://h.example.com/x.do?a=1&token=\#($0)&b=2"}"# },
            Shape("json/address/path", type) { #"{"link":"https://h.example.com/home.do;jsessionid=\#($0)"}"# },
            Shape("json/address/user", type) { #"{"link":"https://john:\#($0)@h.example.com/"}"# },
            Shape("json/page", type) { #"{"html":"<input type=\"password\" value=\"\#($0)\">"}"# },
            Shape("json/page/entities", type) {
                #"{"html":"<a data-x='{&quot;g_ck&quot;:&quot;\#($0)&quot;}'>x</a>"}"#
            },
            Shape("json/xml", type) { #"{"payload":"<x><password>\#($0)</password></x>"}"# },
            Shape("json/script", type) { #"{"script":"var g_ck = '\#($0)';"}"# },
            Shape("json/form", type) { #"{"body":"grant_type=password&client_secret=\#($0)"}"# },
            Shape("json/header", type) { #"{"curl":"curl -H 'Authorization: Bearer \#($0)' https://h"}"# },
            Shape("json/query", type) { #"{"query":"active=true^user_password=\#($0)^state=1"}"# },
            Shape(
                "json/batch/base64", type, bytes: { batch(#"{"short_description":"x","user_password":"\#($0)"}"#) }),
            Shape("json/batch/base64/pair", type, bytes: { batch(#"{"name":"smtp.password","value":"\#($0)"}"#) }),
            Shape("json/batch/base64/page", type, bytes: { batch("<script>window['g_ck'] = '\($0)';</script>") }),
            Shape("json/batch/url", type) {
                #"{"rest_requests":[{"id":"1","url":"/api/now/table/x?sysparm_query=user_password%3D\#($0)"}]}"#
            },
            Shape("json/batch/url-token", type) {
                #"{"rest_requests":[{"id":"1","url":"/x.do?access_token=\#($0)"}]}"#
            },
            Shape("json/cut", type) { #"{"result":[{"a":1,"password":"\#($0)"# },
            Shape("json/columns", type) { #"{"columns":{"user_password":{"name":"user_password","value":"\#($0)"}}}"# },
        ]
        return shapes
    }()

    private static let markup: [Shape] = {
        let xml = "application/xml", html = "text/html"
        return [
            Shape("xml/element", xml) { "<x><user_password>\($0)</user_password></x>" },
            Shape("xml/nested", xml) {
                "<x><user_password><display_value>\($0)</display_value><value>\($0)</value></user_password></x>"
            },
            Shape("xml/cdata", xml) { "<x><u_token><![CDATA[\($0)]]></u_token></x>" },
            Shape("xml/namespace", xml) { "<s:Envelope><wsse:Password Type=\"t\">\($0)</wsse:Password></s:Envelope>" },
            Shape("xml/siblings", xml) { "<p><name>acme.password</name><value>\($0)</value></p>" },
            Shape("xml/siblings/value-first", xml) { "<p><value>\($0)</value><name>acme.password</name></p>" },
            Shape("xml/siblings/all", xml) {
                "<p><name><value>acme.token</value></name><value><display_value>\($0)</display_value><value>\($0)</value></value></p>"
            },
            Shape("xml/siblings/cdata", xml) {
                "<p><name><![CDATA[acme.password]]></name><value><![CDATA[\($0)]]></value></p>"
            },
            Shape("xml/attributes", xml) { "<property name=\"acme.password\" value=\"\($0)\"/>" },
            Shape("xml/attributes/value-first", xml) { "<property value='\($0)' name='acme.password'/>" },
            Shape("xml/attribute-and-text", xml) { "<param name=\"token\">\($0)</param>" },
            Shape("xml/attribute-and-child", xml) { "<param name=\"token\"><value>\($0)</value></param>" },
            Shape("xml/named-attribute", xml) { "<db user=\"sa\" password=\"\($0)\"/>" },
            Shape("xml/json", xml) { "<log>{\"password\":\"\($0)\"}</log>" },
            Shape("xml/escaped-xml", xml) { "<payload>&lt;password&gt;\($0)&lt;/password&gt;</payload>" },
            Shape("xml/address", xml) { "<link>https://h.example.com/x?a=1&amp;token=\($0)</link>" },
            Shape("xml/comment", xml) { "<x><!-- password=\($0) --></x>" },
            Shape("html/password-field", html) { "<form><input type=\"password\" name=\"p\" value=\"\($0)\"></form>" },
            Shape("html/field", html) { "<input name='sysparm_ck' value='\($0)'>" },
            Shape("html/unquoted", html) { "<INPUT TYPE=hidden NAME=sysparm_ck VALUE=\($0)>" },
            Shape("html/textarea", html) { "<textarea name=\"sys_user.user_password\">\($0)</textarea>" },
            Shape("html/pair-fields", html) {
                "<form><input name=\"sys_properties.name\" value=\"acme.password\"><input name=\"sys_properties.value\" value=\"\($0)\"></form>"
            },
            Shape("html/pair-fields/textarea", html) {
                "<form><input id='sys_properties.name' value='acme.password'><textarea id='sys_properties.value'>\($0)</textarea></form>"
            },
            Shape("html/meta", html) { "<meta name=csrf-token content=\($0)>" },
            Shape("html/meta/quoted", html) { "<meta content=\"\($0)\" name=\"csrf-token\">" },
            Shape("html/table/column", html) {
                "<table><tr><th>User</th><th>Password</th></tr><tr><td>a</td><td>\($0)</td></tr></table>"
            },
            Shape("html/table/pair", html) {
                "<table><thead><tr><th name=\"name\">Name</th><th name=\"value\">Value</th></tr></thead><tr><td><a>acme.password</a></td><td>\($0)</td></tr></table>"
            },
            Shape("html/link", html) { "<a href=\"/home.do;jsessionid=\($0)?a=1\">x</a>" },
            Shape("html/link/query", html) { "<a href=\"/x.do?a=1&amp;sysparm_ck=\($0)\">x</a>" },
            Shape("html/link/unquoted", html) { "<a href=/x.do?token=\($0)>x</a>" },
            Shape("html/data-attribute", html) { "<div data-user-token=\"\($0)\"></div>" },
            Shape("html/entities", html) { "<div data-boot=\"{&quot;g_ck&quot;:&quot;\($0)&quot;}\"></div>" },
            Shape("html/handler", html) { "<a onclick=\"setToken({token: '\($0)'})\">x</a>" },
            Shape("html/text", html) { "<p>Your password: '\($0)'</p>" },
        ]
    }()

    private static let scripts: [Shape] = {
        let html = "text/html"
        return [
            Shape("script/variable", html) { "<script>var g_ck = '\($0)';</script>" },
            Shape("script/bracket", html) { "<script>window['g_ck'] = '\($0)';</script>" },
            Shape("script/template", html) { "<script>let g_ck = `\($0)`;</script>" },
            Shape("script/member", html) { "<script>NOW.session_id=\"\($0)\";</script>" },
            Shape("script/object", html) { "<script>x({token: \"\($0)\"})</script>" },
            Shape("script/json", html) { "<script>x = JSON.parse(\"{\\\"g_ck\\\":\\\"\($0)\\\"}\")</script>" },
            Shape("script/json-type", html) { "<script type=\"application/json\">{\"csrf\":\"\($0)\"}</script>" },
            Shape("script/pair", html) { "<script>x = {name: 'acme.password', value: '\($0)'};</script>" },
            Shape("script/address", html) { "<script>go('/x.do?sysparm_ck=\($0)&a=1')</script>" },
            Shape("script/call", html) { "<script>xhr.setRequestHeader(\"X-UserToken\", \"\($0)\");</script>" },
            Shape("script/call/set", html) { "<script>h.set('Authorization', 'Bearer \($0)')</script>" },
            Shape("script/call/append", html) { "<script>h.append('X-Api-Key','\($0)')</script>" },
            Shape("script/call/file", "application/javascript") { "r.setRequestHeader( 'X-UserToken' , `\($0)` );" },
            Shape("script/headers", "application/javascript") { "fetch(u, {headers: {\"X-UserToken\": \"\($0)\"}})" },
            Shape("script/file", "application/javascript") { "window.g_ck = '\($0)';" },
            Shape("script/file/entities", "application/javascript") { "x='{&quot;g_ck&quot;:&quot;\($0)&quot;}'" },
        ]
    }()

    private static let texts: [Shape] = {
        let type = "text/plain"
        return [
            Shape("text/assignment", type) { "connecting with password=\($0) to h" },
            Shape("text/quoted", type) { "token: '\($0)'" },
            Shape("text/header", type) { "GET / HTTP/1.1\r\nAuthorization: Basic \($0)\r\n" },
            Shape("text/address", type) { "see https://h.example.com/x?a=1&token=\($0) for it" },
            Shape("text/address/path", type) { "see https://h.example.com/home.do;jsessionid=\($0) for it" },
            Shape("text/address/user", type) { "see https://john:\($0)@h.example.com/ for it" },
            Shape("text/json", type) { "error: {\"password\":\"\($0)\"}" },
            Shape("text/xml", type) { "error: <password>\($0)</password>" },
            Shape("text/percent", type) { "a=%7B%22password%22%3A%22\($0)%22%7D" },
            Shape("text/entities", type) { "&quot;g_ck&quot;:&quot;\($0)&quot;" },
            Shape("text/query", type) { "active=true^user_password=\($0)^state=1" },
        ]
    }()

    private static let delimited: [Shape] = [
        Shape("csv/column", "text/csv") { "\"name\",\"user_password\"\n\"abel\",\"\($0)\"\n" },
        Shape("csv/pair", "text/csv") { "name,value\nacme.password,\($0)\nacme.color,red\n" },
        Shape("csv/pair/value-first", "text/csv") { "\"value\",\"name\"\r\n\"\($0)\",\"acme.password\"\r\n" },
        Shape("csv/bare", "text/csv") { "user,token,active\njohn,\($0),true\n" },
        Shape("tsv/column", "text/tab-separated-values") { "user\tpassword\njohn\t\($0)\n" },
        Shape("tsv/pair", "text/tab-separated-values") { "name\tvalue\nacme.password\t\($0)\n" },
    ]

    private static let forms: [Shape] = {
        let type = "application/x-www-form-urlencoded"
        return [
            Shape("form/field", type) { "user_name=a&user_password=\($0)&x=1" },
            // What curl -d sends as a form.
            Shape("form/document", type) { #"{"user":"j", "password" : "\#($0)"}"# },
            Shape("form/documents", type) { #"[{"client_secret":"\#($0)"}]"# },
            Shape("form/escaped-name", type) { "user%5Fpassword=\($0)" },
            Shape("form/pair", type) { "name=acme.password&value=\($0)" },
            Shape("form/pair/value-first", type) { "value=\($0)&name=acme.password" },
            Shape("form/json", type) { "payload=%7B%22token%22%3A%22\($0)%22%7D" },
            Shape("form/address", type) { "back=https%3A%2F%2Fh.example.com%2Fx%3Ftoken%3D\($0)" },
            Shape("form/code", type) { "grant_type=authorization_code&code=\($0)" },
            Shape("form/totp", type) { "totp=\($0)" },
            Shape("form/xsrf", type) { "_xsrf=\($0)&a=1" },
            Shape("form/signature", type) { "policy=a&signature=\($0)" },
            Shape("form/session", type) { "session=\($0)&a=1" },
            Shape("form/ticket", type) { "a=1&ticket=\($0)" },
            Shape("form/path", type) { "path=/user/password&value=\($0)" },
            Shape("form/otp", type) { "otp=\($0)" },
        ]
    }()

    private static let multipart: [Shape] = {
        let type = "multipart/form-data; boundary=XX"
        @Sendable func part(_ name: String, _ content: String) -> String {
            "--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
        }
        return [
            Shape("multipart/field", type) { part("user_password", $0) + "--XX--\r\n" },
            Shape("multipart/unquoted", type) {
                "--XX\r\nContent-Disposition: form-data; name=user_password\r\n\r\n\($0)\r\n--XX--\r\n"
            },
            Shape("multipart/unquoted/first", type) {
                "--XX\r\ncontent-disposition: form-data;name=token;filename=\"a\"\r\n\r\n\($0)\r\n--XX--\r\n"
            },
            Shape("multipart/after-file", type) {
                "--XX\r\nContent-Disposition: form-data; filename=\"name.txt\"; name=\"token\"\r\n\r\n\($0)\r\n--XX--\r\n"
            },
            Shape("multipart/folded", type) {
                "--XX\r\nContent-Disposition: form-data;\r\n name=token\r\n\r\n\($0)\r\n--XX--\r\n"
            },
            Shape("multipart/extended", type) {
                "--XX\r\nContent-Disposition: form-data; name*=UTF-8''user%5Fpassword\r\n\r\n\($0)\r\n--XX--\r\n"
            },
            Shape("multipart/signature", type) { part("signature", $0) + "--XX--\r\n" },
            Shape("multipart/code", type) { part("code", $0) + "--XX--\r\n" },
            Shape("multipart/yaml", type) { part("file", "a: b\npassword: \($0)") + "--XX--\r\n" },
            Shape("multipart/pair", type) { part("name", "acme.password") + part("value", $0) + "--XX--\r\n" },
            Shape("multipart/json", type) { part("meta", "{\"token\":\"\($0)\"}") + "--XX--\r\n" },
        ]
    }()

    private static let encoded: [Shape] = [
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
