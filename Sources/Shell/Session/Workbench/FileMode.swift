/// What becomes of a file that is there already when a command writes one.
package enum FileMode: Sendable, Hashable {
    /// It stays, and writing is refused (`Problem.fileStands`).
    case create
    /// It is replaced when all of the new content is there.
    case replace
    /// It is added to when all of the new content is there.
    case append
}
