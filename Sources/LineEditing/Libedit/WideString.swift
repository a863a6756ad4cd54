/// A text at a fixed address, ended by 0, for callbacks that hand out a pointer.
final class WideString {
    let pointer: UnsafePointer<UInt32>
    private let memory: UnsafeMutablePointer<UInt32>

    init(_ scalars: [UInt32]) {
        memory = .allocate(capacity: scalars.count + 1)
        for (index, scalar) in scalars.enumerated() { memory[index] = scalar }
        memory[scalars.count] = 0
        pointer = UnsafePointer(memory)
    }

    deinit { memory.deallocate() }
}
