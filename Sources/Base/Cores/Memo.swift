/// A value that is computed on first use; other threads that need it meanwhile wait.
package final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}

/// Values that are computed once for each key, whichever threads ask.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let answers = Mutex<[Key: Once<Value>]>([:])

  package init() {}

  /// - Parameter make: May ask for the value of another key, as long as none of these calls asks
  ///   for `key` itself.
  package func value(_ key: Key, _ make: () -> Value) -> Value {
    let answer = answers.withLock { answers in
      if let known = answers[key] { return known }
      let answer = Once<Value>()
      answers[key] = answer
      return answer
    }
    return answer.value(make)
  }
}
