import Base
import Catalog
import Foundation
import Testing
import snapreview

struct JSONTests {
  @Test func `keys keep their order and slashes their shape`() {
    let value = JSON.object([
      ("z", .int(-1)), ("a", .string("x/y")), ("m", .array([.null, .bool(true), .double(7)])),
    ])
    #expect(value.text == #"{"z":-1,"a":"x/y","m":[null,true,7.0]}"#)
  }

  @Test(arguments: [
    "plain", "quote \" and \\", "line\nbreak\ttab", "\u{1B}[2J\u{7}\u{9B}", "ΔE 😀 \u{2028}",
  ])
  func `any text comes back from another parser, and no control byte is in it`(_ text: String)
    throws
  {
    let printed = JSON.array([.string(text)]).text
    #expect(!printed.unicodeScalars.contains { $0.properties.generalCategory == .control })
    let parsed = try JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String]
    #expect(parsed == [text])
  }

  @Test func `what is no number is null`() {
    #expect(
      JSON.array([.double(.nan), .double(.infinity), .double(0.1)]).text == "[null,null,0.1]")
  }
}

struct ShellTests {
  @Test(arguments: [
    "plain-1.png", "with space", "it's", "$HOME `id` \"x\" !", "*?[a]", "back\\slash", "ünïcode 😀",
    "tab\tnew\nline\u{1B}[0m'", "\u{202E}gnp.exe", "", "~", "a;b|c&d",
  ])
  func `a shell reads a quoted word back`(_ word: String) throws {
    let result = try Program.shell("printf %s \(Shell.quoted(word))")
    #expect(result.output == word)
    #expect(Shell.quoted(word).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }
}

struct WordingTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-12_345, "-12,345"),
  ])
  func `long numbers are grouped by thousands`(_ number: Int, _ text: String) {
    #expect(Wording.grouped(number) == text)
  }

  @Test(arguments: [
    (12.345, 1, "12.3"), (12.345, 2, "12.35"), (0.05, 2, "0.05"), (99.96, 1, "100.0"),
    (3.0, 0, "3"),
  ])
  func `numbers are rounded to so many digits`(_ number: Double, _ digits: Int, _ text: String) {
    #expect(Wording.fixed(number, digits) == text)
  }

  @Test(arguments: [
    (0, 10, "0.00 %"), (1, 3, "33.33 %"), (1, 1_000_000, "< 0.01 %"), (0, 0, "0 %"),
  ])
  func `a share of something is never nothing`(_ part: Int, _ total: Int, _ text: String) {
    #expect(Wording.share(part, of: total) == text)
  }
}
