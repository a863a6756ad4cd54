import CassetteStore
import ExchangeModel
import Rendering
import Replaying
import TapeDeck
import TapeFormats
import Tapes
package import Workbench

extension Capability {
    package static let interop = Capability(
        "Other formats",
        commands: [.tapeImport, .tapeExport, .tapePseudonymize])
}
