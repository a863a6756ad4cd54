import ExchangeModel
import Rendering
import TapeDeck

extension ShellSession {
    /// Takes over the zone in which times are shown, when a command begins. The tape knows the zone of its session; another
    /// one is an input of the command.
    func takeZone(through deck: (any Deck)?) async {
        if slot.isPlaying {
            let kept = (try? await deck?.input(.setting, "zone") { [] }).map { String(decoding: $0, as: UTF8.self) }
            let parts = kept?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
            zone = parts.count == 2 ? ZoneRule(taped: parts[0], parts[1]) : recordedZone
        } else {
            zone = liveZone(settings)
            guard let deck, let zone, zone != recordedZone else { return }
            // A tape that cannot take it says so itself when the command ends.
            _ = try? await deck.input(.setting, "zone") { Array("\(zone.name) \(zone.text)".utf8) }
        }
    }

    /// The zone that these settings name, else the user's own.
    func liveZone(_ settings: Settings) -> ZoneRule? {
        workbench.zone(settings["zone"]) ?? workbench.zone(SettingTable.localZone)
    }

    /// A moment as it is shown to people: in the session's zone, which stands behind it.
    func shown(_ moment: Timestamp) -> String { zone?.text(of: moment) ?? moment.glideText }

    /// A moment of this program's own; empty for none.
    func cell(_ moment: Timestamp?) -> Cell {
        Cell(moment?.glideText ?? "", display: moment.map(shown))
    }
}
