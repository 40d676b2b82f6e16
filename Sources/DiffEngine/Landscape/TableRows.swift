/// The packed size tables of all limits; limits that leave the same pixels share a row.
struct TableRows: Sendable {
  private var bytes: [UInt8] = []
  /// The offset of each limit's row; limits after the last leave no pixels.
  private var offsets: [UInt32] = []

  init() {}

  /// Adds the pixels in order of falling ΔE and stores a row whenever some were added.
  init(_ pixels: RankedPixels) {
    guard !pixels.places.isEmpty else { return }
    var components = GrowingComponents(pixels.mask)
    for limit in DeltaESteps.limits.indices.reversed() {
      let added = pixels[limit + 1]
      if !added.isEmpty {
        components.add(added)
        offsets.append(UInt32(bytes.count))
        components.table.write(to: &bytes)
      } else if let last = offsets.last {
        offsets.append(last)
      }
    }
    offsets.reverse()
    // A growing array can leave as much memory again unused, for as long as the case is open.
    bytes = bytes.map { $0 }
  }

  /// Stores one row for all limits.
  init(always table: SizeTable) {
    guard table.pixels > 0 else { return }
    table.write(to: &bytes)
    offsets = DeltaESteps.limits.indices.map { _ in 0 }
  }

  subscript(limit: Int) -> SizeTable {
    limit < offsets.count ? SizeTable(bytes, at: Int(offsets[limit])) : SizeTable()
  }

  /// Returns `SizeTable.counts` of a limit without unpacking its row, because every key press asks
  /// it for every case.
  func counts(atLeast size: Int, above limit: Int) -> (pixels: Int, components: Int)? {
    guard limit < offsets.count else { return (0, 0) }
    return SizeTable.counts(atLeast: size, in: bytes, at: Int(offsets[limit]))
  }

  /// Returns `SizeTable.smallestSize` of a limit.
  func smallestSize(leaving threshold: Int, above limit: Int) -> Int? {
    guard limit < offsets.count else { return 1 }
    return SizeTable.smallestSize(leaving: threshold, in: bytes, at: Int(offsets[limit]))
  }

  func areSame(_ first: Int, _ second: Int) -> Bool { offset(first) == offset(second) }

  private func offset(_ limit: Int) -> UInt32? { limit < offsets.count ? offsets[limit] : nil }

  var byteCount: Int { bytes.count + offsets.count * 4 }
}

extension TableRows: Codable {
  /// Most of the three thousand limits share their row with the previous one.
  private struct Stored: Codable {
    struct Run: Codable {
      var offset: UInt32
      var count: UInt32
    }

    @Packed var bytes: [UInt8]
    var runs: [Run] = []
  }

  init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    bytes = stored.bytes
    for run in stored.runs {
      let (offset, count) = (Int(run.offset), Int(run.count))
      guard count <= DeltaESteps.limits.count - offsets.count, offset < bytes.count,
        SizeTable.isThere(bytes, at: offset)
      else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no table at \(offset)"))
      }
      offsets += repeatElement(run.offset, count: count)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var stored = Stored(bytes: bytes)
    for offset in offsets {
      if stored.runs.last?.offset == offset {
        stored.runs[stored.runs.count - 1].count += 1
      } else {
        stored.runs.append(Stored.Run(offset: offset, count: 1))
      }
    }
    try stored.encode(to: encoder)
  }
}
