import TestStart
import Workbench

@testable import snowdeck

/// Called by the module TestStart before the first test, as the program does at its start.
@_cdecl("snowdeck_install_commands")
public func installCommands() { CommandTable.ofProgram.install() }
