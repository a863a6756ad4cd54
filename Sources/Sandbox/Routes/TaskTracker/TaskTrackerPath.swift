/// What the Task Tracker API of the application My Work has, below `/api/x_snc_my_work`.
///
/// The API is versioned, v1 is its only version and not the default one. So a path without a version leads nowhere
/// (`c_CustomWebServices`: such an API answers under its versions alone), and neither does one with another.
enum TaskTrackerPath: Hashable {
    /// `/v1/tracker/task`
    case tasks
    /// `/v1/tracker/task/{task_id}/comment`
    case comment(task: String)

    /// The scope of the application, which its APIs stand under.
    static let scope = "x_snc_my_work"

    /// Nil when the API has no such resource.
    init?(_ path: ArraySlice<String>) {
        let path = Array(path)
        guard path.count >= 3, path[0] == "v1", path[1] == "tracker", path[2] == "task" else { return nil }
        switch path.count {
        case 3: self = .tasks
        case 5 where path[4] == "comment": self = .comment(task: path[3])
        default: return nil
        }
    }
}
