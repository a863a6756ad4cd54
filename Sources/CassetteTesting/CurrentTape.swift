public import FoundationEssentials

/// The time as the tape of this test has it: it stands still at the moment the recording began, in every mode.
///
/// Throws when no cassette stands around this code.
public var now: Date {
    get throws(CassetteTestingError) { try TestTape.required().now }
}

/// The address of the instance that the tape was recorded from; while recording, of the instance that answers.
///
/// Throws when no cassette stands around this code.
public var instanceURL: URL {
    get throws(CassetteTestingError) { try TestTape.required().instanceURL }
}
