/// The version that `--version` prints; CHANGELOG.md lists the changes in each.
let version = "0.1.0"
