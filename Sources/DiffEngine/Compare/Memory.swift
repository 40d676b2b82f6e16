#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@inline(__always)
package func equalBytes(
  _ first: UnsafePointer<Pixel>, _ second: UnsafePointer<Pixel>, count: Int
) -> Bool {
  memcmp(first, second, count) == 0
}
