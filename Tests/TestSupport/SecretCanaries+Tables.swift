// Names and values that are beside each other in documents.
extension SecretCanaries {
    /// Tables whose rows are arrays.
    static let columnar: [Shape] = {
        let type = "application/json"
        return [
            Shape("json/columnar/columns", type) {
                #"{"columns":["user","password"],"rows":[["a","\#($0)"],["b",null]]}"#
            },
            Shape("json/columnar/rows-first", type) {
                #"{"rows":[["b",null],["a","\#($0)"]],"columns":["user","password"]}"#
            },
            Shape("json/columnar/fields", type) { #"{"fields":["token","n"],"values":[["\#($0)",1]]}"# },
            Shape("json/columnar/objects", type) {
                #"{"columns":[{"name":"user"},{"name":"password","type":"string"}],"data":[["a","\#($0)"]]}"#
            },
            Shape("json/columnar/array", type) { #"[["user","password"],["a","\#($0)"],["b",""]]"# },
            Shape("json/columnar/array/inside", type) { #"{"sheet":[["user","password"],["a","\#($0)"]]}"# },
            Shape("json/columnar/parallel", type) { #"{"names":["user","api_key"],"values":["a","\#($0)"]}"# },
            Shape("json/columnar/number", type) { #"{"headers":["password","n"],"rows":[["\#($0)",-2.5e3]]}"# },
            Shape("json/columnar/column", type) { #"{"password":["\#($0)",null],"user":["a","b"]}"# },
        ]
    }()

    /// Names and values in elements and attributes beside each other.
    static let siblings: [Shape] = {
        let xml = "application/xml", html = "text/html"
        return [
            Shape("xml/siblings/roots", xml) { "<name>password</name><value>\($0)</value>" },
            Shape("xml/siblings/key", xml) { "<entry><key>password</key><value>\($0)</value></entry>" },
            Shape("xml/siblings/label", xml) { "<p><label>Password</label><value>\($0)</value></p>" },
            Shape("xml/siblings/parameter", xml) {
                "<m><ParameterKey>DbPassword</ParameterKey><ParameterValue>\($0)</ParameterValue></m>"
            },
            Shape("xml/siblings/java", xml) {
                "<map><entry><string>password</string><string>\($0)</string></entry></map>"
            },
            Shape("xml/plist", xml) {
                "<plist><dict><key>user</key><string>a</string><key>password</key><string>\($0)</string></dict></plist>"
            },
            Shape("xml/plist/data", xml) { "<dict><key>token</key>\n\t<data>\($0)</data><key>n</key><true/></dict>" },
            Shape("xml/attribute/key", xml) { "<add key=\"password\" value=\"\($0)\"/>" },
            Shape("xml/attribute/element", xml) { "<password value=\"\($0)\"/>" },
            Shape("xml/attribute/path", xml) { "<set path=\"/db/password\" value=\"\($0)\"/>" },
            Shape("xml/attribute/column", xml) { "<column name=\"password\" value='\($0)'></column>" },
            Shape("html/button", html) { "<button name=\"token\" value=\"\($0)\">Copy</button>" },
            Shape("html/button/password", html) {
                "<button type=submit value='\($0)' name='user_password'>Go</button>"
            },
            Shape("html/input/data", html) { "<input name=a data-api-key=\"\($0)\" value=b>" },
            Shape("html/definition", html) { "<dl><dt>Password</dt><dd>\($0)</dd></dl>" },
            Shape("html/row", html) { "<table><tr><th>Token</th><td>\($0)</td></tr></table>" },
            Shape("html/field/signature", html) { "<input type=hidden name=signature value=\"\($0)\">" },
        ]
    }()
}
