/// A value that is made when somebody first asks for it; whoever asks meanwhile waits for it.
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

/// Answers that are worked out once for each question, whichever threads ask.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let answers = Mutex<[Key: Once<Value>]>([:])

  package init() {}

  /// - Parameter make: It may ask for the value of another key, as long as none asks for that of its
  ///   own.
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
