import DiffEngine
import Foundation
import ReviewUI
import Terminal
import Testing

struct ImageTests {
  @Test func `the marks are the protocol's 297`() {
    let marks = ImagePlaceholder.marks
    #expect(marks.count == 297)
    #expect(marks.prefix(5) == [0x305, 0x30D, 0x30E, 0x310, 0x312])
    #expect(marks[29] == 0x36F)
    #expect(marks[85] == 0x730)
    #expect(marks[100] == 0x7EB)
    #expect(marks.last == 0x1D244)
  }

  @Test func `a cell tells its image and its part`() {
    let cell = ImagePlaceholder.cell(image: 0x010203, column: 1, row: 0, background: .role(.plain))
    #expect(cell.glyph == Glyph("\u{10EEEE}", firstMark: 0x305, secondMark: 0x30D))
    #expect(cell.foreground == .rgb(1, 2, 3))
    let beyond = ImagePlaceholder.cell(image: 1, column: 400, row: 0, background: .role(.plain))
    #expect(beyond.glyph == .space)
  }

  @Test func `data goes in parts, and only the last says so`() {
    let data = (0..<7000).map { UInt8($0 & 255) }
    let parts = ImageTransmission.parts("a=T,i=1", data)
    #expect(parts.count == 3)
    #expect(parts[0].hasPrefix("\u{1B}_Ga=T,i=1,m=1;"))
    #expect(parts[1].hasPrefix("\u{1B}_Gq=2,m=1;"))
    #expect(parts[2].hasPrefix("\u{1B}_Gq=2,m=0;"))
    let payloads = parts.map { String($0.drop { $0 != ";" }.dropFirst().dropLast(2)) }
    #expect(Data(base64Encoded: payloads.joined()) == Data(data))
    #expect(payloads.map(\.utf8.count) == [4096, 4096, 1144])
    #expect(ImageTransmission.parts("a=T", Array(data.prefix(3072))).count == 1)
  }

  @Test func `an image goes by its number, and so does its end`() {
    let image = TerminalImage(number: 77, png: [1, 2, 3], cells: GridSize(columns: 30, rows: 12))
    #expect(
      ImageTransmission.giving(image) == [
        "\u{1B}_Ga=T,U=1,q=2,i=77,f=100,c=30,r=12,m=0;AQID\u{1B}\\"
      ])
    // "Delete all" leaves alone what is shown by cells.
    #expect(ImageTransmission.forgetting(77) == ["\u{1B}_Ga=d,d=I,q=2,i=77;\u{1B}\\"])
  }

  @Test func `the terminal keeps the images shown last`() {
    func image(_ number: UInt32) -> TerminalImage {
      TerminalImage(number: number, png: [], cells: GridSize(columns: 1, rows: 1))
    }
    var sentImages = SentImages()
    #expect(sentImages.show([image(1), image(2)]).missing.map(\.number) == [1, 2])
    #expect(sentImages.show([image(1), image(2)]).missing.isEmpty)
    for number in UInt32(3)...12 { #expect(sentImages.show([image(number)]).forgotten.isEmpty) }
    // 2 is shown again, and so the oldest is 1.
    #expect(sentImages.show([image(2)]).missing.isEmpty)
    let change = sentImages.show([image(13), image(14)])
    #expect(change.forgotten == [1, 3] && change.missing.map(\.number) == [13, 14])
    #expect(sentImages.held.count == SentImages.capacity)
    #expect(sentImages.show([image(1)]).missing.map(\.number) == [1])
  }

  @Test func `inside tmux every escape is doubled`() {
    #expect(
      ImageTransmission.wrapped("\u{1B}_Gx;\u{1B}\\", inTmux: true)
        == "\u{1B}Ptmux;\u{1B}\u{1B}_Gx;\u{1B}\u{1B}\\\u{1B}\\")
    #expect(ImageTransmission.wrapped("x", inTmux: false) == "x")
  }
}
