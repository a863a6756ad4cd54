import ExchangeModel
import NowSDK
import Notation

/// Builds the requests of the MyWork application, byte for byte those of its documentation: method, address, header
/// lines, body. Pure.
struct MyWorkRequests: Sendable {
    let instance: Instance
    var purpose = RequestPurpose.command

    /// `GET /api/now/v2/table/sys_user?user_name=…&sysparm_fields=…`: who a user is. It opens the session.
    func user(named name: String) -> HTTPRequest {
        var url = instance.url("/api/now/v2/table/sys_user")
        // The commas travel as they are, as in the documented request.
        url.query = "user_name=\(PercentCoding.encode(name))&sysparm_fields=user_name,first_name,last_name,sys_id"
        return HTTPRequest(.get, url, headers: ["Accept": "application/json"], purpose: purpose)
    }

    /// `GET /api/x_snc_my_work/v1/tracker/task`: the open tasks of whoever asks, by type.
    func tasks() -> HTTPRequest {
        HTTPRequest(
            .get, instance.url(Self.tracker + "/task"), headers: ["Accept": "application/json"], purpose: purpose)
    }

    /// `POST /api/x_snc_my_work/v1/tracker/task/{sys_id}/comment` with `{"comment":"…"}`.
    func comment(_ text: String, on sysID: String) -> HTTPRequest {
        HTTPRequest(
            .post, instance.url(Self.tracker + "/task/" + PercentCoding.encode(sysID) + "/comment"),
            headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: JSON.object([.init("comment", .string(text))]).compactBytes, purpose: purpose)
    }

    /// Only v1 exists, and it is not the default: without a version the address means nothing.
    private static let tracker = "/api/x_snc_my_work/v1/tracker"
}
