import DiffEngine
import Foundation
import TestSupport
import Testing

struct CompareTests {
  private let scratch = TestFolder()
  let reference: String
  let actual: String

  init() {
    reference = scratch.write("a.png", .plain(4, 2))
    actual = scratch.write("b.png", .plain(4, 2, changes: 3))
  }

  @Test func `a difference prints one JSON object with the keys in their order`() throws {
    let result = try Program.run(
      "compare", reference, actual, "--format", "json", "--strategy", "cluster",
      "--cluster-size", "2", "--threshold", "1")
    #expect(
      result.output == """
        {"reference":"\(reference)","actual":"\(actual)","width":4,"height":2,\
        "strategy":{"name":"cluster","threshold":1,"clusterSize":2},"verdict":"mismatch",\
        "mismatched":3,"allowed":1,"total":8,"maxDeltaE":null,\
        "clusters":{"count":1,"largest":3,"boxes":[{"x":0,"y":0,"width":3,"height":1,"pixels":3}]}}

        """)
    #expect(result.errors == "")
    #expect(result.status == 1)
  }

  @Test func `what is ignored is left out and counted`() throws {
    func run(_ arguments: String...) throws -> (status: Int32, output: String) {
      let result = try Program.run(["compare", reference, actual] + arguments)
      return (result.status, result.output)
    }
    let two = try run("--ignore", "0,0,50%,1", "--format", "json")
    #expect(two.status == 1)
    #expect(two.output.contains(#""mismatched":1,"allowed":0,"total":6"#))
    #expect(two.output.contains(#""ignored":2"#))
    #expect(try run("--ignore", "0,0,2,1", "--ignore", "50%,0,25%,100%").status == 0)
    let text = try run("--ignore", "0,0,100%,50%")
    #expect(text.status == 0 && text.output.contains("ignored     4 px"))
    #expect(try run("--ignore", reference).status == 0, "a picture that is painted all over")
    for wrong in ["0,0,1", "0,0,1,x", "0,0,101%,1", "-1,0,1,1"] {
      #expect(try run("--ignore=\(wrong)").status == 2, "\(wrong)")
    }
    #expect(try run("--ignore", scratch["no.png"]).status == 3)
  }

  @Test func `the strategy combined is printed as the contract has it`() throws {
    let result = try Program.run(
      "compare", reference, actual, "--format", "json", "--strategy", "combined", "--delta-e", "7",
      "--cluster-size", "7")
    let strategy = #""strategy":{"name":"combined","threshold":0,"deltaE":7.0,"clusterSize":7}"#
    #expect(result.output.contains(strategy))
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("--strategy naive", 1), ("--threshold 2", 1), ("--threshold 3", 0),
    ("--strategy cluster --cluster-size 3", 1), ("--strategy cluster --cluster-size 4", 0),
    ("--strategy perceptual --delta-e 100", 0),
    ("--strategy perceptual --perceptual-precision 0", 0),
    ("--strategy perceptual --precision 0.5", 0), ("--strategy perceptual --precision 0.9", 1),
  ])
  func `the exit status is the verdict`(_ flags: String, _ status: Int) throws {
    let script = "\"$0\" compare \"$1\" \"$2\" " + flags
    #expect(try Program.shell(script, reference, actual).status == Int32(status))
  }

  @Test func `equal files are held to the same ranges and shares`() throws {
    let copy = scratch.write("copy.png", try #require(scratch.bytes("a.png")))
    let tooHigh = try Program.run("compare", reference, copy, "--threshold", "9")
    #expect(tooHigh.status == 2)
    #expect(tooHigh.errors.contains("--threshold: 9 is out of range; it takes 0 to 8"))
    let share = try Program.run(
      "compare", reference, copy, "--strategy", "perceptual", "--precision", "0.5", "--format",
      "json")
    #expect(share.json["allowed"] as? Int == 4)
    #expect(share.status == 0)
  }

  @Test func `a figure is null where none was measured, and an estimate says so`() throws {
    for (flags, measured, isEstimate) in [
      ("naive", false, false), ("combined", true, false), ("average", false, true),
      ("pointfree", false, false), ("pointfree --perceptual-precision 0.9", true, true),
    ] {
      let script = "\"$0\" compare \"$1\" \"$2\" --format json --strategy " + flags
      let result = try Program.shell(script, reference, actual)
      #expect((result.json["maxDeltaE"] as? Double != nil) == measured, "\(flags)")
      #expect((result.json["estimate"] as? Bool == true) == isEstimate, "\(flags)")
      let words = try Program.shell(
        "\"$0\" compare \"$1\" \"$2\" --strategy " + flags, reference, actual)
      #expect(words.output.contains("An estimate") == isEstimate)
    }
  }

  @Test func `a threshold may be a share, and is printed as what it came to`() throws {
    for (threshold, allowed, status) in [("25%", 2, 1), ("37.5%", 3, 0), ("100%", 8, 0)] {
      let result = try Program.run(
        "compare", reference, actual, "--threshold", threshold, "--format", "json")
      #expect(result.status == Int32(status), "\(threshold)")
      let strategy = result.json["strategy"] as? [String: Any]
      #expect(strategy?["threshold"] as? Int == allowed)
    }
    let wrong = try Program.run("compare", reference, actual, "--threshold", "101%")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--threshold: 101% is out of range; it takes 0% to 100%"))
    let word = try Program.run("compare", reference, actual, "--threshold", "few")
    #expect(word.status == 2)
    #expect(word.errors.contains("--threshold") && word.errors.contains("few"))
  }

  @Test func `every parameter of the table has its flag in the help`() throws {
    let help = try Program.run("compare", "--help").output
    for parameter in Strategy.Parameter.allCases {
      #expect(help.contains(parameter.flag), "\(parameter)")
    }
    let macos = try Program.run(
      "compare", reference, actual, "--strategy", "pointfree", "--platform", "macos", "--format",
      "json")
    #expect(macos.json["strategy"] as? [String: Any] != nil)
    #expect(macos.output.contains(#""platform":"macos""#))
    let none = try Program.run("compare", reference, actual, "--platform", "linux")
    #expect(none.status == 2 && none.errors.contains("ios"))
  }

  @Test func `two sizes are a verdict of their own and both are named`() throws {
    let taller = scratch.write("c.png", .plain(4, 3))
    let result = try Program.run("compare", reference, taller, "--format", "json")
    #expect(result.json["verdict"] as? String == "sizeMismatch")
    #expect(result.json["height"] as? Int == 3)
    #expect((result.json["referenceSize"] as? [String: Int]) == ["width": 4, "height": 2])
    #expect((result.json["actualSize"] as? [String: Int]) == ["width": 4, "height": 3])
    #expect(result.status == 1)
    let text = try Program.run("compare", reference, taller)
    #expect(text.output.contains("4 × 2, actual 4 × 3"))
  }

  @Test func `two texts are compared by their lines`() throws {
    let first = scratch.write("a.txt", "one\ntwo\nthree\n")
    let second = scratch.write("b.txt", "one\n2\nthree\n")
    let result = try Program.run("compare", first, second, "--format", "json")
    #expect(result.json["content"] as? String == "text")
    #expect(result.json["verdict"] as? String == "mismatch")
    // "two" became "2"; "one" and "three" stayed.
    #expect(result.json["mismatched"] as? Int == 1)
    #expect(result.json["total"] as? Int == 3)
    #expect(result.status == 1)
    #expect(try Program.run("compare", first, first).status == 0)
    let latin = [0xE4, 0xF6].map { scratch.write("\($0).txt", [UInt8($0), 0x0A]) }
    #expect(try Program.run("compare", latin[0], latin[1]).status == 1)
    let picture = try Program.run("compare", first, second, "--diff-output", scratch["d.png"])
    #expect(picture.status == 2)
  }

  @Test func `the picture of the difference is written whole, beside the result`() throws {
    let picture = scratch["d.png"]
    let result = try Program.run(
      "compare", reference, actual, "--diff-output", picture, "--diff-style", "difference")
    #expect(result.status == 1)
    #expect(scratch.bytes("d.png")?.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    let nowhere = try Program.run(
      "compare", reference, actual, "--diff-output", scratch["no/such/d.png"])
    #expect(nowhere.status == 3)
    #expect(nowhere.errors.contains("Nothing was written"))
  }

  @Test func `a picture is never written over one of the images`() throws {
    let before = try #require(scratch.bytes("a.png"))
    scratch.link("link.png", to: reference)
    for name in ["a.png", "link.png"] {
      let result = try Program.run("compare", reference, actual, "--diff-output", scratch[name])
      #expect(result.status == 2)
      #expect(result.errors.contains("\(scratch[name]): "))
      #expect(result.output.isEmpty)
      #expect(scratch.bytes("a.png") == before)
    }
  }

  @Test func `a file that cannot be read is said on standard error, and is the JSON's verdict`()
    throws
  {
    let result = try Program.run("compare", reference, scratch["none.png"], "--format", "json")
    #expect(result.status == 3)
    #expect(result.json["verdict"] as? String == "unreadable")
    #expect((result.json["error"] as? String)?.contains("none.png") == true)
    #expect(result.errors.contains("none.png"))
  }

  @Test(arguments: [
    ["--threshold", "-1"], ["--threshold", "9"], ["--strategy", "cluster", "--cluster-size", "0"],
    ["--strategy", "perceptual", "--delta-e", "101"], ["--strategy", "nonsense"],
    ["--strategy", "perceptual", "--perceptual-precision", "1.5"], ["--threshold", "many"],
    ["--delta-e", "2"], ["--strategy", "cluster", "--delta-e", "2"], ["--format", "xml"],
    ["--strategy", "perceptual", "--delta-e", "2", "--perceptual-precision", "0.98"],
  ])
  func `a value out of range names its flag and is wrong use`(_ flags: [String]) throws {
    let script = "\"$0\" compare \"$1\" \"$2\" " + flags.joined(separator: " ")
    let result = try Program.shell(script, reference, actual)
    #expect(result.status == 2)
    #expect(result.output == "")
    let flag = flags.last { $0.hasPrefix("--") } ?? ""
    #expect(result.errors.contains(flag), "\(result.errors)")
  }
}
