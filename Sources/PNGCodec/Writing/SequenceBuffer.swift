/// Some literals, then a match.
struct DeflateSequence {
  var literals: UInt32
  /// 3 to 258; 0 where only literals are left.
  var length: UInt16
  /// 1 to 32768.
  var distance: UInt16
}

/// The sequences of one block in the making.
struct SequenceBuffer {
  /// Literals and matches of a block: enough for a code of its own to pay, few enough for the
  /// code to fit, and for the data to stay in the cache.
  private static let weightLimit = 48 << 10
  /// The longest run that is added at once.
  static let longestMatch = 1 << 16
  private static let margin = longestMatch / 258 + 8

  private let memory: UnsafeMutablePointer<DeflateSequence>
  private(set) var count = 0
  private var literalCount = 0
  /// Where the next sequence's literals begin.
  private var next = 0

  init() { memory = .allocate(capacity: Self.weightLimit + Self.margin) }

  func deallocate() { memory.deallocate() }

  var sequences: UnsafeBufferPointer<DeflateSequence> {
    UnsafeBufferPointer(start: memory, count: count)
  }

  /// Whether a match at `position`, with the literals before it, still belongs into this block.
  func hasRoom(at position: Int) -> Bool {
    count + literalCount + position - next < Self.weightLimit
  }

  /// Adds a match at `position`, and what lies before it as literals.
  mutating func add(at position: Int, length: Int, distance: Int) {
    let longest = 258
    addLiterals(upTo: position)
    memory[count - 1].distance = UInt16(distance)
    next = position + length
    var left = length
    while true {
      // No rest of 1 or 2, which deflate cannot say.
      let step = left > longest + 2 ? longest : left > longest ? left - 3 : left
      memory[count - 1].length = UInt16(step)
      left -= step
      guard left > 0 else { return }
      memory[count] = DeflateSequence(literals: 0, length: 0, distance: UInt16(distance))
      count += 1
    }
  }

  /// Adds a sequence without a match.
  mutating func addLiterals(upTo position: Int) {
    let literals = position - next
    memory[count] = DeflateSequence(literals: UInt32(literals), length: 0, distance: 0)
    count += 1
    literalCount += literals
    next = position
  }

  mutating func removeAll() {
    count = 0
    literalCount = 0
  }
}
