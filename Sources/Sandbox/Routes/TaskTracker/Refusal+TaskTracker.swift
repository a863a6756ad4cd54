/// What the scripts of the Task Tracker API refuse, in their words.
extension Refusal {
    /// The key it names is not the one the script reads; the application has it so.
    static let noComment = Refusal(
        status: 400,
        message: "Valid inputs not present in request. Comments data not present. "
            + "Request body must be like {'comments':'My comments here'}",
        detail: nil)
    static let noTask = Refusal(status: 404, message: "Task with Record Id not found", detail: nil)
    static let commentRefused = Refusal(
        status: 400, message: "Error updating comments", detail: "May be ACL restricted updating comments")
    /// Without a body the script reads a property of nothing. The words are the script engine's.
    static let scriptFailed = Refusal(
        status: 500, message: "Cannot read property \"comment\" from null",
        detail: "Check logs for error trace or enable glide.rest.debug property to verify REST request processing")
}
