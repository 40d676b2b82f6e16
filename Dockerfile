# snapreview for CI, from the package that `make dist` makes:
#
#   make dist && docker build -t snapreview .
#   docker run --rm -v "$PWD:/work" snapreview check Artifacts --references Tests
FROM debian:stable-slim
COPY dist/snapreview_*.deb /tmp/
# Beside the package what it works with where it is there: colour profiles, archives, git.
RUN apt-get update \
  && apt-get install -y --no-install-recommends /tmp/snapreview_*.deb liblcms2-2 libarchive13t64 git \
  && rm -rf /tmp/snapreview_*.deb /var/lib/apt/lists/* \
  && snapreview --version
WORKDIR /work
ENTRYPOINT ["snapreview"]
