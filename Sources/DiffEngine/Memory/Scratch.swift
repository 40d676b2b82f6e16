import Pixels

/// Rows of bytes, one per pixel, that are being written.
///
/// `@unchecked Sendable`: bands are disjoint, and no two write to the same row.
@safe package struct ByteRows: @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  private let width: Int
  private let height: Int

  @inline(__always)
  func fill(_ columns: Range<Int>, _ y: Int, with byte: UInt8) {
    checkBounds(columns, width)
    checkBounds(y, height)
    unsafe (start + (y * width + columns.lowerBound)).update(repeating: byte, count: columns.count)
  }

  /// Returns row-major bytes, 0 wherever `write` does not write.
  static func bytes(_ width: Int, _ height: Int, _ write: (ByteRows) -> Void) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: width * height)
    unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe write(ByteRows(start: $0.baseAddress!, width: width, height: height))
    }
    return bytes
  }
}

extension [UInt8] {
  /// Raises each byte to the corresponding byte of `other`, from `start` on, if that is larger.
  package mutating func raise(to other: [UInt8], from start: Int) {
    precondition(start >= 0 && start + count <= other.count, "a byte for each")
    for index in indices { self[index] = Swift.max(self[index], other[start + index]) }
  }
}

/// Temporary memory for a loop.
@safe @usableFromInline package struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let start: UnsafeMutablePointer<Element>
  @usableFromInline let count: Int

  @inlinable
  package init(repeating element: Element, count: Int) {
    unsafe start = .allocate(capacity: count)
    self.count = count
    unsafe start.initialize(repeating: element, count: count)
  }

  @inlinable
  deinit { unsafe start.deallocate() }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    get {
      checkBounds(index, count)
      return unsafe start[index]
    }
    nonmutating _modify {
      checkBounds(index, count)
      yield unsafe &start[index]
    }
  }

  /// Accesses an element whose index the caller has checked.
  @unsafe @inlinable @inline(__always)
  package subscript(unchecked index: Int) -> Element {
    get { unsafe start[index] }
    nonmutating set { unsafe start[index] = newValue }
  }

  /// Returns some of the elements in the form that the kernels take.
  @inline(__always)
  func part(_ indices: Range<Int>) -> UnsafeMutablePointer<Element> {
    checkBounds(indices, count)
    return unsafe start + indices.lowerBound
  }
}

extension Scratch<Pixel> {
  package func row(at place: Int, count: Int) -> PixelRow {
    unsafe PixelRow(start: part(place..<place + count), count: count)
  }

  func bits(_ indices: Range<Int>) -> UnsafeMutablePointer<UInt32> {
    unsafe UnsafeMutableRawPointer(part(indices)).assumingMemoryBound(to: UInt32.self)
  }
}

extension Scratch<UInt8> {
  package func row(count: Int) -> ByteRow { unsafe ByteRow(start: part(0..<count), count: count) }
}

/// A row of bytes, one per pixel.
@safe @usableFromInline package struct ByteRow {
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  @inlinable
  init(start: UnsafePointer<UInt8>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  package subscript(x: Int) -> UInt8 {
    checkBounds(x, count)
    return unsafe start[x]
  }
}

/// A table with an element for each byte value, so that no index is out of range. It is never
/// freed; use it for constants.
///
/// `@unchecked Sendable`: nobody writes to it after its creation.
@safe struct ByteTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>

  init(_ element: (UInt8) -> Element) {
    unsafe start = .allocate(capacity: 256)
    for byte in UInt8.min ... .max { unsafe (start + Int(byte)).initialize(to: element(byte)) }
  }

  @inline(__always)
  subscript(byte: UInt8) -> Element { unsafe start[Int(byte)] }
}
