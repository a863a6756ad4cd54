import ExchangeModel
import Notation
import Sandbox
import Testing

struct AssignedTasksTests {
    private let target = "/api/x_snc_my_work/v1/tracker/task"
    private let cookies = ["Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie"]

    @Test func tasksMatchSampleTranscript() throws {
        let response = try SandboxClient().ask(.get, target)
        #expect(response.status == 200)
        #expect(
            response.text == #"""
                {"result":{"Incident":[{"short_desc":"my computer doesn't work",\#
                "snowui":"http://sandbox.localhost/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8",\#
                "number":"INC0010021","sys_id":"061c92d26f030200d7aecd9c5d3ee4f8",\#
                "link":"http://sandbox.localhost/api/now/v2/table/incident/061c92d26f030200d7aecd9c5d3ee4f8",\#
                "created":"2015-10-14 07:45:55"}],"Problem":[{"short_desc":"Unknown source of outage",\#
                "snowui":"http://sandbox.localhost/problem.do?sys_id=d7296d02c0a801670085e737da016e70",\#
                "number":"PRB0000011","sys_id":"d7296d02c0a801670085e737da016e70",\#
                "link":"http://sandbox.localhost/api/now/v2/table/problem/d7296d02c0a801670085e737da016e70",\#
                "created":"2014-02-04 04:58:15"},{"short_desc":"Getting NPE stack trace accessing link",\#
                "snowui":"http://sandbox.localhost/problem.do?sys_id=fb9620914fc212008a5ab895f110c7c4",\#
                "number":"PRB0040010","sys_id":"fb9620914fc212008a5ab895f110c7c4",\#
                "link":"http://sandbox.localhost/api/now/v2/table/problem/fb9620914fc212008a5ab895f110c7c4",\#
                "created":"2016-03-07 23:47:43"}]}}
                """#)
        #expect(
            response.headers.map(\.name) == [
                "Server-Timing", "X-Is-Logged-In", "X-Transaction-ID", "X-Content-Type-Options", "Pragma",
                "Cache-Control", "Expires", "Content-Type", "Date", "Server",
            ] + cookies)
        #expect(response.headers["Content-Type"] == "application/json;charset=UTF-8")
    }

    @Test func userWithoutTasksGetsEmptyObject() throws {
        let response = try SandboxClient("joe.employee:password").ask(.get, target)
        #expect(response.status == 200 && response.text == #"{"result":{}}"#)
    }

    @Test func groupIsNamedByLabelAndAddressesByTable() throws {
        let client = try SandboxClient()
        let john = "ea2bc1b14f4212008a5ab895f110c7d1"
        let change = try client.create("change_request", #"{"assigned_to":"\#(john)"}"#)
        let task = try #require(try client.read(target)["result"]?["Change Request"]?.first)
        #expect(
            task == [
                "short_desc": .null, "snowui": .string("http://sandbox.localhost/change_request.do?sys_id=" + change),
                "number": task["number"] ?? .null, "sys_id": .string(change),
                "link": .string("http://sandbox.localhost/api/now/v2/table/change_request/" + change),
                "created": .string("2025-03-03 16:00:01"),
            ])
        let groups = SandboxClient.names(try client.read(target)["result"])
        #expect(groups == ["Change Request", "Incident", "Problem"])
    }

    @Test func ownActiveTasksAreInCreationOrder() throws {
        let client = try SandboxClient()
        let john = "ea2bc1b14f4212008a5ab895f110c7d1", abel = "62826bf03710200044e0bfc8bcbe5df1"
        let first = try client.create("incident", #"{"assigned_to":"\#(john)","short_description":"<b>\"1\""}"#)
        _ = try client.create("incident", #"{"assigned_to":"\#(abel)"}"#)
        _ = try client.create("incident", #"{"assigned_to":"\#(john)","active":"false"}"#)
        let second = try client.create("incident", #"{"assigned_to":"\#(john)"}"#)
        let incidents = try client.read(target)["result"]?["Incident"].map(SandboxClient.elements) ?? []
        #expect(incidents.map { $0["sys_id"]?.scalarText } == ["061c92d26f030200d7aecd9c5d3ee4f8", first, second])
        #expect(incidents[1]["short_desc"] == .string("<b>\"1\""))
    }

    @Test func unreadableTasksAreOmitted() throws {
        var client = try SandboxClient("admin:admin")
        let joe = "a3f1d04b4f4212008a5ab895f110c7e9"
        // A user without roles can read incidents where he is the caller and problems he opened, and no others.
        let own = try client.create("incident", #"{"assigned_to":"\#(joe)","caller_id":"\#(joe)"}"#)
        _ = try client.create("incident", #"{"assigned_to":"\#(joe)"}"#)
        _ = try client.create("problem", #"{"assigned_to":"\#(joe)"}"#)
        client.user = "joe.employee:password"
        let result = try client.read(target)["result"]
        #expect(SandboxClient.names(result) == ["Incident"])
        #expect(result?["Incident"].map(SandboxClient.elements)?.map { $0["sys_id"]?.scalarText } == [own])
    }

    @Test(arguments: [
        (HTTPMethod.get, "/api/x_snc_my_work/tracker/task"), (.get, "/api/x_snc_my_work/v2/tracker/task"),
        (.get, "/api/x_snc_my_work/v1/tracker"), (.get, "/api/x_snc_my_work/v1/tracker/tasks"),
        (.get, "/api/x_snc_my_work/v1/tracker/task/061c92d26f030200d7aecd9c5d3ee4f8"),
        (.get, "/api/x_snc_my_work"), (.get, "/api/x_snc_my_work/v1/tracker/task/a/comment/b"),
        (.post, "/api/x_snc_my_work/tracker/task/d7296d02c0a801670085e737da016e70/comment"),
        (.post, "/api/x_snc_my_work/v1/tracker/task/d7296d02c0a801670085e737da016e70/comments"),
        (.get, "/api/X_SNC_MY_WORK/v1/tracker/task"),
    ])
    func otherPathsLeadNowhere(method: HTTPMethod, path: String) throws {
        let response = try SandboxClient().ask(method, path, body: method == .post ? #"{"comment":"a"}"# : nil)
        #expect(response.status == 400 && response.json["error"]?["message"] == .string(noResource))
    }

    private let noResource = "Requested URI does not represent any resource"

    @Test func apiNeedsApplication() throws {
        let client = try SandboxClient(faults: ["no-my-work"])
        let comment = target + "/d7296d02c0a801670085e737da016e70/comment"
        for response in [try client.ask(.get, target), try client.ask(.post, comment, body: #"{"comment":"a"}"#)] {
            #expect(response.status == 400 && response.json["error"]?["message"] == .string(noResource))
        }
        #expect(try client.count("task", "assigned_to.user_name=john.doe^active=true") == "3")
    }

    @Test func unauthenticatedOrOtherMethodIsRejected() throws {
        #expect(try SandboxClient(nil).ask(.get, target).status == 401)
        let response = try SandboxClient().ask(.post, target, body: "{}")
        #expect(response.status == 405 && response.headers["Allow"] == "GET, HEAD")
        #expect(try SandboxClient().ask(.get, target, headers: ["Accept": "text/html"]).status == 406)
    }
}

extension JSON {
    fileprivate var first: JSON? { if case .array(let elements) = self { elements.first } else { nil } }
}
