import Database
import Synchronization

/// What happens to a recording whose file is deleted or replaced, or whose lock is removed.
extension Cassette {
    /// Checks that the file that is recorded is still the one at its path. When it is not, everything recorded goes into
    /// a rescue tape, the cassette is closed and `.displaced` is thrown.
    package func verifyPlace() throws(CassetteError) {
        try state.withLock { state throws(CassetteError) in try rescueIfDisplaced(&state) }
    }

    func rescueIfDisplaced(_ state: inout State) throws(CassetteError) {
        guard let place = state.place, let connection = state.connection, let displacement = place.displacement else {
            return
        }
        let error: CassetteError
        do throws(CassetteError) {
            let rescue = try rescue(connection)
            error = CassetteError(
                .displaced, path: path,
                "\(displacement) Everything recorded is in \(CassetteFile.quoted(rescue)).", rescue: rescue)
        } catch let failure {
            error = CassetteError(
                .displaced, path: path,
                "\(displacement) What was recorded is lost: \(failure.message)")
        }
        // The paths may belong to another cassette: nothing is folded in or deleted through them.
        connection.leavesLogWhenClosed()
        place.removeSidecars()
        (state.connection, state.place, state.lock, state.refusal) = (nil, nil, nil, error)
        throw error
    }

    /// Copies everything into a new tape and gives its path as it is shown.
    private func rescue(_ connection: Connection) throws(CassetteError) -> String {
        var last: CassetteError?
        for folder in RescueFile.folders(for: file, lastResort: lastResort) {
            do throws(CassetteError) {
                let rescue = try RescueFile(for: file, in: folder)
                do throws(DatabaseError) { try connection.copy(to: rescue.path) } catch {
                    rescue.remove()
                    throw CassetteError(error, in: file)
                }
                rescue.sync()
                return rescue.shown
            } catch {
                last = last ?? error
            }
        }
        throw last ?? CassetteError(.io, path: path, "There is no folder for a rescue tape.")
    }
}
