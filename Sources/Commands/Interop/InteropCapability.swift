package import Workbench

extension Capability {
    package static let interop = Capability(
        "Other formats",
        commands: [.tapeImport, .tapeExport, .tapePseudonymize, .tapeCut, .tapeEdit])
}
