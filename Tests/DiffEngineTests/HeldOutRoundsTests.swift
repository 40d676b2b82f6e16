import DiffEngine
import Testing

/// The held-out parts that judge a search: the parts themselves, not only the figure they lead to.
struct HeldOutRoundsTests {
  @Test func `without commits every pair is held out twice, by fifths in two passes`() throws {
    let rounds = try #require(HeldOutRounds(noise: [Array(0..<40)], change: [Array(40..<83)]))
    #expect(!rounds.areCommits && rounds.all.count == 10)
    for pass in [rounds.all.prefix(5), rounds.all.suffix(5)] {
      #expect(pass.flatMap(\.noise).sorted() == Array(0..<40))
      #expect(pass.flatMap(\.change).sorted() == Array(40..<83))
      #expect(pass.allSatisfy { $0.noise.count == 8 && (8...9).contains($0.change.count) })
    }
    // A draw, not one after the other, nor the same places in both passes or of both kinds.
    #expect(Set(rounds.all.map { Set($0.noise) }).count == 10)
    #expect(rounds.all.allSatisfy { Set($0.noise) != Set(0..<8) })
    #expect(rounds.all.contains { Set($0.noise.map { $0 + 40 }) != Set($0.change) })
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

  @Test func `a kind of two commits is held out beside each part of the other`() throws {
    let noise = [Array(0..<5), Array(5..<30)]
    let change = (0..<7).map { Array(30 + 4 * $0..<34 + 4 * $0) }
    let rounds = try #require(HeldOutRounds(noise: noise, change: change))
    #expect(rounds.areCommits && rounds.all.count == 10)
    #expect(rounds.all.allSatisfy { noise.contains($0.noise) })
    for pass in [rounds.all.prefix(5), rounds.all.suffix(5)] {
      #expect(Set(pass.map(\.noise)) == Set(noise))
      #expect(pass.flatMap(\.change).sorted() == Array(30..<58))
      // Seven commits are two in two of the parts.
      #expect(pass.map(\.change.count).sorted() == [4, 4, 4, 8, 8])
    }
  }

  @Test func `where all of a kind is from one commit pairs are held out`() throws {
    let rounds = try #require(
      HeldOutRounds(noise: (0..<30).map { [$0] }, change: [Array(30..<60)]))
    #expect(!rounds.areCommits && rounds.all.allSatisfy { $0.change.count == 6 })
  }
}
