@_exported import Synchronization

#if THREAD_SANITIZER
  import Foundation

  /// Replaces the `Mutex` of Synchronization in builds for ThreadSanitizer only. That one waits
  /// inside the Swift runtime, where the sanitizer cannot see it and therefore reports a race after
  /// every wait. This one has the same interface but uses a lock that the sanitizer knows.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }
#endif
