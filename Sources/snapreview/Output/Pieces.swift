import Base

/// Buffers a long text and passes it on before it fills the memory.
struct Pieces: ~Copyable {
  private let emit: (String) -> Void
  private var text = ""

  init(_ emit: @escaping (String) -> Void) { self.emit = emit }

  mutating func add(_ part: String) {
    text += part
    if text.utf8.count > 1 << 16 { end() }
  }

  /// Adds a JSON array, one value at a time.
  mutating func add(_ values: some Sequence<JSON>) {
    var gap = "["
    for value in values {
      add(gap + value.text)
      gap = ","
    }
    add(gap == "[" ? "[]" : "]")
  }

  mutating func end() {
    emit(text)
    text = ""
  }
}
