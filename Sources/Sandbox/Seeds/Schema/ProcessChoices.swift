/// Choices of requests, approvals, agreements, assets and of the platform's own tables.
extension [Choice] {
    static let requestState: [Choice] = [
        .init("requested", "Pending Approval"), .init("in_process", "Approved"),
        .init("closed_complete", "Closed Complete"), .init("closed_incomplete", "Closed Incomplete"),
        .init("closed_cancelled", "Closed Cancelled"), .init("closed_rejected", "Closed Rejected"),
    ]
    static let itemStage: [Choice] = [
        .init("waiting_for_approval", "Waiting for Approval"), .init("fulfillment", "Fulfillment"),
        .init("delivery", "Delivery"), .init("complete", "Completed"),
        .init("request_cancelled", "Request Cancelled"),
    ]
    static let changeTaskType: [Choice] = [
        .init("planning", "Planning"), .init("implementation", "Implementation"), .init("testing", "Testing"),
        .init("review", "Review"),
    ]
    static let approvalState: [Choice] = [
        .init("not requested", "Not Yet Requested"), .init("requested", "Requested"), .init("approved", "Approved"),
        .init("rejected", "Rejected"), .init("cancelled", "Cancelled"), .init("not_required", "No Longer Required"),
    ]
    static let slaStage: [Choice] = [
        .init("in_progress", "In progress"), .init("paused", "Paused"), .init("completed", "Completed"),
        .init("cancelled", "Cancelled"),
    ]
    static let importSetState: [Choice] = [
        .init("loading", "Loading"), .init("loaded", "Loaded"), .init("processed", "Processed"),
        .init("cancelled", "Cancelled"),
    ]
    static let importRowState: [Choice] = [
        .init("pending", "Pending"), .init("inserted", "Inserted"), .init("updated", "Updated"),
        .init("ignored", "Ignored"), .init("skipped", "Skipped"), .init("cancelled", "Cancelled"),
        .init("error", "Error"),
    ]
    static let assetStatus: [Choice] = [
        .init("1", "In use"), .init("2", "On order"), .init("3", "In maintenance"), .init("6", "In stock"),
        .init("7", "Retired"), .init("8", "Missing"), .init("9", "In transit"), .init("10", "Consumed"),
    ]
    static let contractState: [Choice] = [
        .init("draft", "Draft"), .init("active", "Active"), .init("expired", "Expired"),
        .init("cancelled", "Cancelled"),
    ]
    static let outageType: [Choice] = [
        .init("outage", "Outage"), .init("degradation", "Degradation"), .init("planned", "Planned Outage"),
    ]
    static let updateSetState: [Choice] = [
        .init("in progress", "In progress"), .init("complete", "Complete"), .init("ignore", "Ignore"),
    ]
    static let logLevel: [Choice] = [
        .init("-1", "Debug"), .init("0", "Information"), .init("1", "Warning"), .init("2", "Error"),
    ]
    static let useful: [Choice] = [.init("yes", "Yes"), .init("no", "No")]
    static let mailType: [Choice] = [
        .init("send-ready", "send-ready"), .init("sent", "sent"), .init("received", "received"),
        .init("received-ignored", "received-ignored"), .init("send-failed", "send-failed"),
    ]
    static let mailState: [Choice] = [
        .init("ready", "Ready"), .init("processed", "Processed"), .init("ignored", "Ignored"), .init("error", "Error"),
    ]
    static let eventState: [Choice] = [
        .init("ready", "Ready"), .init("processing", "Processing"), .init("processed", "Processed"),
        .init("error", "Error"),
    ]
    static let scriptWhen: [Choice] = [
        .init("before", "before"), .init("after", "after"), .init("async", "async"), .init("before_display", "display"),
    ]
}
