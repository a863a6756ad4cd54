import Glibc

do {
    exit(await Fuzzer(options: try FuzzOptions.read(CommandLine.arguments.dropFirst())).run())
} catch {
    Fuzzer.remark("snowdeck-fuzz: \(error.message)\n\n\(FuzzOptions.usage)")
    exit(2)
}
