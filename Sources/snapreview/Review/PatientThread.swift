import Dispatch

#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Runs `body` on a thread to which the system prefers all others of the program.
  ///
  /// On Linux, Dispatch runs every queue at one priority, so a picture that somebody waits for would
  /// share the cores evenly with what was begun before it. A thread of its own for each body: one
  /// that has given up priority may not take it back.
  func runPatiently(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    let work = Unmanaged.passRetained(
      PatientWork {
        body()
        group.leave()
      })
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { work in
        // Of this thread alone, unlike elsewhere. Not the least that there is: beside a busy
        // program of somebody else the folder would never be measured.
        _ = nice(10)
        work.map { Unmanaged<PatientWork>.fromOpaque($0).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    if failure == 0 {
      pthread_detach(thread)
    } else {
      DispatchQueue.global().async { work.takeRetainedValue().body() }
    }
  }

  private final class PatientWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
#else
  private let queue = DispatchQueue(
    label: "snapreview.patient", qos: .utility, attributes: .concurrent)

  /// Runs `body` on a thread to which the system prefers all others of the program.
  func runPatiently(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    queue.async(group: group, execute: body)
  }
#endif
