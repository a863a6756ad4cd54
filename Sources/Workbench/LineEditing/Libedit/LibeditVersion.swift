import CLibedit

extension LibeditReader {
    /// The version of the linked libedit.
    package static var libraryVersion: String { String(cString: cel_version()) }
}
