# brew tap OWNER/snapreview https://github.com/OWNER/snapreview && brew install snapreview
#
# The release workflow fills in the version and the hashes by scripts/formula; before the first release
# only `brew install --HEAD snapreview` works.
class Snapreview < Formula
  desc "Review visual-snapshot failures in the terminal"
  homepage "https://github.com/OWNER/snapreview"
  version "0.0.0"
  license "MIT"

  archives = "https://github.com/OWNER/snapreview/releases/download/v#{version}/snapreview-#{version}"

  on_macos do
    depends_on macos: :sequoia
    on_arm do
      url "#{archives}-darwin-arm64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000" # darwin-arm64
    end
    on_intel do
      url "#{archives}-darwin-x86_64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000" # darwin-x86_64
    end
  end

  on_linux do
    on_arm do
      url "#{archives}-linux-aarch64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000" # linux-aarch64
    end
    on_intel do
      url "#{archives}-linux-x86_64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000" # linux-x86_64
    end
  end

  head do
    url "https://github.com/OWNER/snapreview.git", branch: "main"
    depends_on xcode: ["26.0", :build]
    depends_on "libarchive" => :build
    depends_on "libdeflate" => :build
    depends_on "libpng" => :build
    depends_on "little-cms2" => :build
    depends_on "ncurses" => :build
  end

  def install
    if build.head?
      system "make", "install", "PREFIX=#{prefix}", "flags=-c release --disable-sandbox"
    else
      prefix.install "bin", "share"
    end
  end

  test do
    system bin/"snapreview", "demo", testpath/"demo"
    assert_match "mismatch", shell_output("#{bin}/snapreview list #{testpath}/demo", 1)
  end
end
