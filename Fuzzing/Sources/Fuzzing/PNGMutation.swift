import PNGCodec
import TestSupport

/// Changes a PNG file and sets right again what guards it, so that changes reach deep: the
/// checksums of chunks nearly always, the one of the pixel data often.
struct PNGMutation {
  var random: SplitMix

  private struct Chunk {
    var name: String
    var content: [UInt8]
  }

  consuming func apply(to file: inout [UInt8], capacity: Int) {
    guard !chance(12), var chunks = Self.chunks(of: file), !chunks.isEmpty else {
      return mutateByLibFuzzer(&file, capacity: capacity)
    }
    for _ in 0...Int.random(in: 0..<3, using: &random) { change(&chunks) }
    var changed = Array(file.prefix(8))
    for chunk in chunks { changed += TestSupport.chunk(chunk.name, chunk.content) }
    if chance(20) { mutateByLibFuzzer(&changed, capacity: capacity) }
    if changed.count <= capacity { file = changed }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func change(_ chunks: inout [Chunk]) {
    guard let place = chunks.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: changeHeader(&chunks[0])
    case 1, 2, 3: changePixels(&chunks)
    case 4: mutateByLibFuzzer(&chunks[place].content, capacity: chunks[place].content.count + 16)
    case 5: split(&chunks, at: place)
    case 6: chunks.swapAt(place, chunks.indices.randomElement(using: &random)!)
    case 7: chunks.insert(chunks[place], at: place)
    case 8: if chance(3) { chunks.remove(at: place) }
    default: chunks.insert(extra(), at: min(1, chunks.count))
    }
  }

  private mutating func changeHeader(_ header: inout Chunk) {
    guard header.content.count == 13 else { return }
    let place = [3, 3, 7, 7, 8, 9, 12, Int.random(in: 0..<13, using: &random)]
      .randomElement(using: &random)!
    let values: [UInt8] = [0, 1, 2, 3, 4, 6, 8, 16, UInt8.random(in: 0...255, using: &random)]
    header.content[place] = values.randomElement(using: &random)!
  }

  /// Changes the rows within stored deflate blocks, and compresses them again in some way.
  private mutating func changePixels(_ chunks: inout [Chunk]) {
    let places = chunks.indices.filter { chunks[$0].name == "IDAT" }
    guard let first = places.first else { return }
    let stream = places.flatMap { chunks[$0].content }
    guard var rows = Self.stored(stream) else {
      mutateByLibFuzzer(&chunks[first].content, capacity: chunks[first].content.count + 8)
      return
    }
    if !chance(4) { mutateByLibFuzzer(&rows, capacity: rows.count + (chance(4) ? 8 : 0)) }
    let isStored = !chance(6)
    let packed = isStored ? zlibStored(rows) : Deflate.zlibStream(rows, level: 6) ?? []
    for place in places.dropFirst().reversed() { chunks.remove(at: place) }
    chunks[first].content = packed
  }

  private mutating func split(_ chunks: inout [Chunk], at place: Int) {
    guard chunks[place].name == "IDAT" else { return }
    let content = chunks[place].content
    let border = Int.random(in: 0...content.count, using: &random)
    chunks[place].content = Array(content[..<border])
    chunks.insert(Chunk(name: "IDAT", content: Array(content[border...])), at: place + 1)
  }

  private mutating func extra() -> Chunk {
    let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let extras = [
      Chunk(name: "iCCP", content: Array("x\0\0".utf8) + zlibStored(bytes)),
      Chunk(name: "iCCP", content: ICCWriter.displayP3.chunk()),
      Chunk(name: "gAMA", content: be32(Int.random(in: 0...0xFFFF_FFFF, using: &random))),
      Chunk(
        name: "cHRM",
        content: (0..<8).flatMap { _ in
          be32(Int.random(in: 0...100_000, using: &random))
        }),
      Chunk(name: "cICP", content: [12, 13, 0, 1]), Chunk(name: "sRGB", content: [0]),
      Chunk(name: "tRNS", content: bytes), Chunk(name: "PLTE", content: bytes),
      Chunk(name: "bKGD", content: bytes), Chunk(name: "zTXt", content: bytes),
      Chunk(name: "iDOT", content: [2, 0, 3, 40, 3, 3, 100].flatMap(be32)),
    ]
    return extras.randomElement(using: &random)!
  }

  private static func chunks(of file: [UInt8]) -> [Chunk]? {
    var chunks: [Chunk] = []
    var start = 8
    while start + 12 <= file.count {
      let count = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + count
      guard end + 4 <= file.count else { break }
      let name = String(decoding: file[start + 4..<start + 8], as: UTF8.self)
      guard name.utf8.count == 4 else { return nil }
      chunks.append(Chunk(name: name, content: Array(file[start + 8..<end])))
      start = end + 4
    }
    return chunks
  }

  /// Returns the content of a zlib stream of stored blocks.
  private static func stored(_ stream: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var at = 2
    while at + 5 <= stream.count {
      let count = Int(stream[at + 1]) | Int(stream[at + 2]) << 8
      guard stream[at] < 2, at + 5 + count <= stream.count else { return nil }
      bytes += stream[at + 5..<at + 5 + count]
      at += 5 + count
      if stream[at - 5 - count] == 1 { return bytes }
    }
    return nil
  }
}
