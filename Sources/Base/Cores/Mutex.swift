@_exported import Synchronization

#if THREAD_SANITIZER
  import Foundation

  /// Stands in for Synchronization's, in builds for ThreadSanitizer alone: that one waits within the
  /// Swift runtime, which the sanitizer does not see, so that it reports a race wherever a thread had
  /// to wait. Same use, by a lock that it knows.
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
