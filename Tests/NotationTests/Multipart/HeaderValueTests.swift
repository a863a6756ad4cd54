import Notation
import Testing

struct HeaderValueTests {
    @Test(arguments: [
        ("text/plain", "text/plain", []),
        ("Text/HTML; Charset=UTF-8", "text/html", ["charset=UTF-8"]),
        (#"form-data; name="a b"; filename="c;\"d\".txt""#, "form-data", ["name=a b", #"filename=c;"d".txt"#]),
        (#"form-data; name="C:\temp\new""#, "form-data", [#"name=C:\temp\new"#]),
        ("a/b ; c=d ;", "a/b", ["c=d"]),
        (#"a; b="""#, "a", ["b="]),
    ])
    func valuesAreCutIntoParameters(text: String, essence: String, parameters: [String]) {
        let value = HeaderValue(text)
        #expect(value?.essence == essence)
        #expect(value?.parameters.map { $0.name + "=" + $0.value } == parameters)
    }

    @Test(arguments: [
        "", " ", ";a=b", "a b", "a; b", "a; =b", "a; b=", "a; b=\"c", "a; b=c d", "a; b=\"c\"d", "text/plain\r\nX: y",
        "a; b=\"\u{0}\"", "a; b=\"\u{7F}\"", "tëxt/plain",
    ])
    func whatIsNoValueIsRefused(text: String) { #expect(HeaderValue(text) == nil) }
}
