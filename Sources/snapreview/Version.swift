/// The version that `--version` prints; CHANGELOG.md lists the changes in each.
let version = "1.0.0"
