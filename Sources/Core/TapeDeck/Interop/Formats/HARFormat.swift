extension TapeFormat {
    /// HAR 1.2, which restores a whole tape.
    package static let har = TapeFormat(
        name: "har", title: "a HAR file", endings: ["har"], recognize: { $0.has("log") }, read: HARFile.read,
        export: { HARExport(of: $0, version: $1.version, secrets: $1.secrets) })
}

extension HARExport: TapeExport {}
