# syntax=docker/dockerfile:1

# A static binary, its settings and its licences; nothing else is in the image.
#
#   docker build --tag quadrille --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse HEAD)" .
#   docker run --rm --read-only --cap-drop ALL --publish 8080:8080 quadrille
#
# Settings are changed by environment variables (--env QUADRILLE__SOLVER__THREADS=2) or by a file in place of
# /etc/quadrille/config.toml. What follows the image's name is for the program: `docker run --rm quadrille config`.

# A glibc toolchain, with `cargo` below /usr/local/cargo.
ARG BUILD_IMAGE=docker.io/library/rust:1.95-bookworm
ARG RUNTIME_IMAGE=scratch

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY . .
# - Static, so that it runs where there is no libc. This takes an explicit target: without one the flags would apply to
#   procedural macros too, which cannot be static.
# - The cached target folder may be newer than these sources, if another checkout was built last, and cargo compares
#   times: without `touch` it could take the other checkout's program for this one's.
# - Two builds at once take turns (`sharing=locked`), or one could leave with what the other built.
# - A cache is no part of the image, so what is wanted leaves it within the same step. `install` sets the modes, which
#   otherwise would be those of the checkout, and perhaps unreadable to the user below.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target,sharing=locked \
    target="$(rustc --print host-tuple)" \
    && touch src/lib.rs \
    && RUSTFLAGS="-C target-feature=+crt-static" cargo build --release --locked --target "$target" \
    && install -D -m 0755 "target/$target/release/quadrille" /image/usr/local/bin/quadrille \
    && install -D -m 0644 config/container.toml /image/etc/quadrille/config.toml \
    && install -D -m 0644 -t /image/licenses LICENSE-APACHE LICENSE-MIT

FROM ${RUNTIME_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="quadrille" \
      org.opencontainers.image.description="An HTTP service that solves Sudoku, counts solutions and proves uniqueness with dancing links" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /image /
# By number: `scratch` knows no names, and Kubernetes can tell only a number from root.
USER 65532:65532
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
# Asks the listener for operators, which answers also when every connection of the other is taken. Reads the same file and
# environment as the service, so it follows a port that is changed there; not one changed by a flag, which it cannot see.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
    CMD ["/usr/local/bin/quadrille", "--config", "/etc/quadrille/config.toml", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/quadrille", "--config", "/etc/quadrille/config.toml"]
