import ExchangeModel
import Notation
import Sandbox
import Testing

struct XMLTests {
    private let known = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"

    @Test func aRecordComesAsXML() throws {
        let response = try Visit().ask(
            .get, known + "?sysparm_fields=number,assigned_to,parent,short_description,caller_id.name",
            headers: ["Accept": "application/xml"])
        #expect(response.headers["Content-Type"] == "application/xml;charset=UTF-8")
        #expect(
            response.text == """
                <?xml version="1.0" encoding="UTF-8"?><response><result><number>INC0010021</number><assigned_to><link>\
                http://sandbox.localhost/api/now/table/sys_user/ea2bc1b14f4212008a5ab895f110c7d1</link><value>\
                ea2bc1b14f4212008a5ab895f110c7d1</value></assigned_to><parent/><short_description>my computer doesn't \
                work</short_description><caller_id.name>Abel Tuter</caller_id.name></result></response>
                """)
    }

    @Test func aListHasAResultForEveryRecord() throws {
        let response = try Visit().ask(
            .get, "/api/now/table/sys_user_role?sysparm_fields=name&sysparm_limit=2&sysparm_display_value=all",
            headers: ["Accept": "text/xml;q=0.9, text/csv"])
        #expect(
            response.text == """
                <?xml version="1.0" encoding="UTF-8"?><response><result><name><display_value>admin</display_value>\
                <value>admin</value></name></result><result><name><display_value>itil</display_value><value>itil</value>\
                </name></result></response>
                """)
        #expect(response.headers["X-Total-Count"] != nil)
    }

    @Test func aRefusalComesAsXML() throws {
        let response = try Visit().ask(.get, "/api/now/table/no<such", headers: ["Accept": "application/xml"])
        #expect(response.status == 400)
        #expect(
            response.text == """
                <?xml version="1.0" encoding="UTF-8"?><response><error><message>Invalid table no&lt;such</message>\
                <detail/></error><status>failure</status></response>
                """)
    }

    @Test(arguments: [
        ("application/json, application/xml", true), ("application/xml, application/json", false),
        ("application/xml;q=0.5, */*;q=0.8", true), ("application/json;q=0, text/xml", false),
    ])
    func theClientsPreferenceDecides(accept: String, isJSON: Bool) throws {
        let response = try Visit().ask(.get, known + "?sysparm_fields=number", headers: ["Accept": accept])
        #expect(response.text.hasPrefix(isJSON ? "{" : "<?xml"))
    }

    @Test(arguments: [
        "<request><entry><short_description>a &lt;b&gt; &amp; &#x63;</short_description></entry></request>",
        "<?xml version='1.0'?>\n<!-- note --><r>\n <e><short_description x='1'><![CDATA[a <b> & c]]></short_description>\n</e><e><short_description>second</short_description></e></r>",
        "<incident><short_description>a &lt;b&gt; &#38; c</short_description><parent/></incident>",
        "<r><e><assigned_to><link>x</link><value>y</value></assigned_to><short_description>a &lt;b> &amp; c</short_description></e></r>",
    ])
    func aRecordIsReadFromXML(body: String) throws {
        let response = try Visit().ask(
            .post, "/api/now/table/incident?sysparm_fields=short_description", body: body,
            headers: ["Content-Type": "application/xml"])
        #expect(response.text == #"{"result":{"short_description":"a <b> & c"}}"#)
    }

    @Test(arguments: [
        " ", "text", "<a>", "<a></b>", "</a>", "<a>&nosuch;</a>", "<a>&</a>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "<![CDATA[x]]>", "<a><![CDATA[x</a>", "<", "<>", "<a", "{}", String(repeating: "<a>", count: 100_000),
    ])
    func whatIsNoRecordIsRefused(body: String) throws {
        let response = try Visit().ask(
            .post, "/api/now/table/incident", body: body, headers: ["Content-Type": "text/xml"])
        #expect(response.status == 400)
        #expect(response.json["error"]?["message"] == "Exception while reading request")
    }
}
