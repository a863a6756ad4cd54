import CLibedit

extension LibeditReader {
    /// The version of libedit that is linked.
    package static var libraryVersion: String { String(cString: cel_version()) }
}
