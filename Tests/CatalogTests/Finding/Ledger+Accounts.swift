import Catalog

extension Ledger {
  /// The number of items of a kind, and of items with each outcome.
  struct Account {
    var given = 0
    var listed = 0
    var passed = 0
    var skipped = 0
  }

  var accounts: [Kind: Account] {
    var accounts = unnamed.mapValues { Account(given: $0, skipped: $0) }
    for kind in Kind.allCases {
      for end in ends[kind.rawValue].values {
        accounts[kind, default: Account()].given += 1
        switch end {
        case .open: break
        case .listed: accounts[kind]?.listed += 1
        case .passed: accounts[kind]?.passed += 1
        case .skipped: accounts[kind]?.skipped += 1
        }
      }
    }
    return accounts
  }

  /// True if every promise has ended.
  var isBalanced: Bool {
    accounts.values.allSatisfy { $0.given == $0.listed + $0.passed + $0.skipped }
  }
}
