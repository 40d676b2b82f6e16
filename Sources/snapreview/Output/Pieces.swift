/// Gathers a long text and hands it on before it fills the memory.
struct Pieces: ~Copyable {
  private let emit: (String) -> Void
  private var text = ""

  init(_ emit: @escaping (String) -> Void) { self.emit = emit }

  mutating func add(_ part: String) {
    text += part
    if text.utf8.count > 1 << 16 { end() }
  }

  /// Hands on what is left.
  mutating func end() {
    emit(text)
    text = ""
  }
}
