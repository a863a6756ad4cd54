import CLibedit

/// Ctrl-R: the prompt shows what is looked for, the line what was found.
extension EditSession {
    func beginSearch() -> Int {
        beforeSearch = (line.text, line.cursor)
        search = HistorySearch()
        return CEL_REFRESH
    }

    /// Takes a key while searching. One that means nothing here takes the line over and then does what it always does.
    func searchKey(_ key: UInt32) -> Int {
        guard var state = search else { return CEL_BEEP }
        let failedBefore = state.failed
        switch key {
        case 0x12: state.goOn(in: &history)
        case 0x08, 0x7F: state.removeLast(in: &history)
        case 0x07:
            search = nil
            line.set(beforeSearch.text)
            line.cursor = beforeSearch.cursor
            return CEL_REFRESH
        case 0..<0x20:
            search = nil
            if let found = state.found { _ = show(WideText.scalars(found), below: []) }
            queued.append(key == EditCommand.newlineKey ? 0x0D : key)
            return CEL_REFRESH
        default:
            guard let scalar = Unicode.Scalar(key), !TerminalScreen.acts(scalar) else { return CEL_BEEP }
            state.add(scalar, in: &history)
        }
        search = state
        line.set(state.found.map(preview) ?? beforeSearch.text)
        // The prompt tells of a search that found nothing; the beep only that it has come to this.
        return state.failed && !failedBefore ? CEL_REFRESH_BEEP : CEL_REFRESH
    }

    /// Adds what was pasted to what is looked for.
    func search(for text: [UInt32]) -> Int {
        text.reduce(CEL_REFRESH) { answer, character in character < 0x20 ? answer : searchKey(character) }
    }

    /// The found line, or of one that is too tall its first row.
    private func preview(_ found: String) -> [UInt32] {
        let text = WideText.scalars(found)
        return fits(text) ? text : Array(text.prefix { $0 != 0x0A }) + [0x2026]
    }
}
