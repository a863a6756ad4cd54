/// The numbers by which a cassette is known. They stand in the header of the SQLite file.
package enum CassetteFormat {
    /// `application_id`, "SnDk" in ASCII: tells a cassette from any other SQLite file.
    package static let applicationID: Int64 = 0x536E_446B
    /// `user_version`: the version of the schema and of the encodings in it. A file with a larger one is refused.
    package static let version: Int64 = 1
}
