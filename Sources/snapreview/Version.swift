/// What `--version` says; CHANGELOG.md has what each version brought.
let version = "0.1.0"
