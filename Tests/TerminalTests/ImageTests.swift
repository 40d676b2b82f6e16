import Foundation
import ReviewUI
import Terminal
import Testing

@Suite struct ImageTests {
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
    let data = Data(repeating: 65, count: 7000)
    let parts = ImageTransmission.parts("a=T,i=1", data)
    #expect(parts.count == 3)
    #expect(parts[0].hasPrefix("\u{1B}_Ga=T,i=1,m=1;"))
    #expect(parts[1].hasPrefix("\u{1B}_Gq=2,m=1;"))
    #expect(parts[2].hasPrefix("\u{1B}_Gq=2,m=0;"))
    let payload = parts.map { $0.drop { $0 != ";" }.dropFirst().dropLast(2) }.joined()
    #expect(Data(base64Encoded: payload) == data)
    #expect(parts.allSatisfy { $0.utf8.count < 4200 })
  }

  @Test func `inside tmux every escape is doubled`() {
    #expect(
      ImageTransmission.wrapped("\u{1B}_Gx;\u{1B}\\", inTmux: true)
        == "\u{1B}Ptmux;\u{1B}\u{1B}_Gx;\u{1B}\u{1B}\\\u{1B}\\")
    #expect(ImageTransmission.wrapped("x", inTmux: false) == "x")
  }
}
