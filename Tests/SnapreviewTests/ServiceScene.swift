import Foundation
import PNGCodec
import TestSupport

/// A checkout, and a service whose program is played by a script that repeats recorded answers.
struct ServiceScene {
  let repository = TestRepository()
  var folder: TestFolder { repository.folder }
  let service = TestFolder()

  init() throws {
    folder.write("ReferenceImages_64/AppTests/a@2x.png", .plain(8, 8))
    folder.write("ReferenceImages_64/AppTests/b@2x.png", .plain(8, 8))
    repository.commit()
    repository.git("remote", "add", "origin", "git@github.com:o/r.git")
    for program in ["gh", "glab"] {
      service.write(
        "bin/\(program)",
        """
        #!/bin/sh
        cd "$(dirname "$0")/.."
        if [ -e refusal ]; then cat refusal >&2; exit 4; fi
        echo "$3 $GH_ENTERPRISE_TOKEN$GITLAB_TOKEN" >> tokens
        exec cat "$(printf '%s %s %s' "$1" "$3" "$4" | tr '/?&' '___')"
        """)
      chmod(service["bin/\(program)"], 0o755)
    }
  }

  func answer(_ request: String, _ text: String, host: String = "github.com") {
    answer(request, Array(text.utf8), host: host)
  }

  func answer(_ request: String, _ bytes: [UInt8], host: String = "github.com") {
    let name = "api \(host) \(request)".map { "/?&".contains($0) ? "_" : $0 }
    service.write(String(name), bytes)
  }

  /// An artifact with one failure.
  func shard(_ name: String, changes: Int = 3) throws -> [UInt8] {
    ArchiveWriter.zip(
      try [("reference_", 0), ("failed_", changes)].map { prefix, changes in
        ArchiveWriter.Entry(
          "FailureDiffs/AppTests/\(prefix)\(name)@2x.png",
          .file(try PNG.encode(.plain(8, 8, changes: changes))))
      })
  }

  func run(
    _ arguments: String..., in place: String? = nil, environment: [String: String] = [:]
  ) throws -> Program.Result {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let own = ["PATH": "\(service["bin"]):\(path)", "XDG_STATE_HOME": service["state"]]
    return try Program.run(
      arguments, in: place ?? folder.path,
      environment: own.merging(environment) { _, given in given })
  }
}
