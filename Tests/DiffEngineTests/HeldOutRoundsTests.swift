import DiffEngine
import Testing

/// The held-out parts that judge a search: the parts themselves, not only the figure they lead to.
@Suite struct HeldOutRoundsTests {
  @Test func `without commits ten different halves of each kind are held out`() throws {
    let rounds = try #require(HeldOutRounds(noise: [Array(0..<31)], change: [Array(31..<71)]))
    #expect(!rounds.areCommits && rounds.all.count == 10)
    #expect(Set(rounds.all.map(\.noise)).count == 10 && Set(rounds.all.map(\.change)).count == 10)
    for round in rounds.all {
      #expect(round.noise.count == 15 && Set(round.noise).isSubset(of: 0..<31))
      #expect(round.change.count == 20 && Set(round.change).isSubset(of: 31..<71))
    }
    // A draw, not every other one, nor the same places of both kinds.
    #expect(rounds.all.allSatisfy { $0.noise != Array(0..<15) })
    #expect(rounds.all.contains { $0.noise.map { $0 + 31 } != Array($0.change.prefix(15)) })
    let seen = Set(rounds.all.flatMap(\.noise) + rounds.all.flatMap(\.change))
    #expect(seen.count > 60)
  }

  @Test(arguments: [(9, 40), (40, 9), (1, 200)])
  func `fewer than ten of a kind tell nothing of others`(_ noise: Int, _ change: Int) {
    let places = (Array(0..<noise), Array(noise..<noise + change))
    #expect(HeldOutRounds(noise: [places.0], change: [places.1]) == nil)
    #expect(HeldOutRounds(noise: places.0.map { [$0] }, change: places.1.map { [$0] }) == nil)
  }

  @Test(arguments: [4, 24])
  func `the cases of a commit are held out together`(_ count: Int) throws {
    let commits = (0..<count).map { Array(3 * $0..<3 * $0 + 3) }
    let rounds = try #require(
      HeldOutRounds(noise: commits, change: commits.map { $0.map { $0 + 1000 } }))
    #expect(rounds.areCommits)
    for round in rounds.all {
      for commit in commits {
        #expect([0, 3].contains(commit.count(where: round.noise.contains)))
        #expect([0, 3].contains(commit.count { round.change.contains($0 + 1000) }))
      }
    }
  }

  @Test func `two commits of each kind are four ways to hold out one, each taken once`() throws {
    let rounds = try #require(
      HeldOutRounds(
        noise: [Array(0..<5), Array(5..<30)], change: [Array(30..<42), Array(42..<50)]))
    #expect(rounds.areCommits && rounds.all.count <= 4)
    #expect(Set(rounds.all).count == rounds.all.count)
    for round in rounds.all {
      #expect(round.noise == Array(0..<5) || round.noise == Array(5..<30))
      #expect(round.change == Array(30..<42) || round.change == Array(42..<50))
    }
  }

  @Test func `where all of a kind is from one commit halves are held out`() throws {
    let rounds = try #require(
      HeldOutRounds(noise: (0..<30).map { [$0] }, change: [Array(30..<60)]))
    #expect(!rounds.areCommits && rounds.all.allSatisfy { $0.change.count == 15 })
  }
}
