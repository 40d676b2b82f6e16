import Foundation

// libFuzzer has the main function and calls these by their names. What it is to do comes through the
// environment, as the arguments are its own:
//
// FUZZ_TARGET=NAME                      the reader to run
// FUZZ_TARGET=NAME FUZZ_SEEDS=FOLDER    draws and writes its inputs to begin with, and ends
// neither                               prints the names, and ends

@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: OpaquePointer?, _ arguments: OpaquePointer?) -> Int32 {
  let environment = ProcessInfo.processInfo.environment
  guard let target = targets.first(where: { $0.name == environment["FUZZ_TARGET"] }) else {
    print(targets.map(\.name).joined(separator: "\n"))
    exit(environment["FUZZ_TARGET"] == nil ? 0 : 2)
  }
  current = target
  guard let folder = environment["FUZZ_SEEDS"] else { return 0 }
  for (index, seed) in target.seeds().enumerated() {
    try! Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
  }
  exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  current.check(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

/// libFuzzer calls this for every new input.
@_cdecl("LLVMFuzzerCustomMutator")
func customMutator(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  mutated(UnsafeMutableBufferPointer(start: bytes, count: capacity), count: count, seed: seed)
}
