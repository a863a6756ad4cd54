import Chromium
import ExchangeModel
import Glibc
import LineEditing
import LoopbackServer
import Programs
import Shell

/// Pages in browsers of this machine.
extension MachineWorkbench {
    func freshBytes(_ count: Int) -> [UInt8] { MachineEnvironment.freshBytes(count) }

    func listen(_ transport: any Transport) throws(Problem) -> PageServer {
        do throws(ListenerError) {
            // Heads are small: a browser has one cookie here. Bodies may be files that are attached.
            let options = ListenerOptions(maximumBody: 64 << 20, connectionMemory: 96 << 10)
            let listener = try LoopbackListener(transport, options: options)
            return PageServer(port: listener.port, stop: { listener.stop() })
        } catch {
            throw Problem(.network, error.message)
        }
    }

    func openBrowser(_ address: String) -> Bool { browser.canShow && browser.open(address) }

    func wait(for end: EndSignal) async {
        // A job in the background that asked its terminal would be stopped.
        let isInFront = tcgetpgrp(STDIN_FILENO) == getpgrp()
        guard isInFront, !asksNothing, TerminalQuestions().isThere, let wake = DescriptorPair.pipe() else {
            return await end.wait()
        }
        let watch = Task {
            await end.wait()
            var byte: UInt8 = 0
            _ = write(wake.write, &byte, 1)
        }
        // Enter, Ctrl-C and Ctrl-D all end it, and so does a terminal that goes away.
        _ = await TerminalQuestions().ask("Enter ends it. ", until: wake.read)
        end.tell()
        await watch.value
        wake.close()
    }

    func photograph(_ address: String, width: Int, isDark: Bool) async throws(Problem) -> [UInt8] {
        let order = PictureOrder(address: address, width: width, isDark: isDark)
        let host = HTTPURL(address)?.host ?? ""
        do {
            let program = try ChromiumProgram.find(path: path)
            return try await ChromiumSession.with(program, environment: harmlessEnvironment, hosts: [host]) {
                try await $0.photograph(order)
            }
        } catch let failure as ChromiumFailure {
            if Task.isCancelled { throw Problem(.interrupted, "Interrupted.") }
            let hints = failure.kind == .missing ? ["apt-get install \(ChromiumProgram.package)"] : []
            throw Problem(failure.kind == .missing ? .usage : .internal, failure.message, hints: hints)
        } catch {
            throw Problem(.interrupted, "Interrupted.")
        }
    }
}
