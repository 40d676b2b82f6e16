import DiffEngine
import Testing

/// The held-out parts that judge a search: the parts themselves, not only the figure they lead to.
@Suite struct HeldOutRoundsTests {
  private func alone(_ places: Range<Int>) -> [[Int]] { places.map { [$0] } }

  @Test func `with twenty of each kind five different halves of each are held out`() throws {
    let rounds = try #require(HeldOutRounds(noise: alone(0..<31), change: alone(31..<71)))
    #expect(rounds.areHalves && rounds.all.count == 5)
    #expect(Set(rounds.all.map(\.noise)).count == 5 && Set(rounds.all.map(\.change)).count == 5)
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

  @Test func `with fewer each is held out once`() throws {
    let rounds = try #require(HeldOutRounds(noise: alone(0..<3), change: alone(3..<22)))
    #expect(!rounds.areHalves)
    #expect(rounds.all.flatMap(\.noise).sorted() == Array(0..<3))
    #expect(rounds.all.flatMap(\.change).sorted() == Array(3..<22))
    let many = try #require(HeldOutRounds(noise: alone(0..<3), change: alone(3..<203)))
    #expect(many.all.count == 40)
    #expect(many.all.flatMap(\.change).sorted() == Array(3..<203))
  }

  @Test(arguments: [4, 24])
  func `the cases of a commit are held out together`(_ count: Int) throws {
    let commits = (0..<count).map { Array(3 * $0..<3 * $0 + 3) }
    let rounds = try #require(
      HeldOutRounds(noise: commits, change: commits.map { $0.map { $0 + 1000 } }))
    for round in rounds.all {
      for commit in commits {
        #expect([0, 3].contains(commit.count(where: round.noise.contains)))
        #expect([0, 3].contains(commit.count { round.change.contains($0 + 1000) }))
      }
    }
  }

  @Test func `one of a kind leaves nothing to see`() {
    #expect(HeldOutRounds(noise: alone(0..<30), change: [Array(30..<60)]) == nil)
  }
}
