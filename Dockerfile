# syntax=docker/dockerfile:1

# Image with a static binary, its settings and its licenses, and nothing else.
#
#   docker build --tag quadrille --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse HEAD)" \
#       --build-arg CREATED="$(git log -1 --format=%cI)" --build-arg SOURCE="$(git remote get-url origin)" .
#   docker run --rm --read-only --cap-drop ALL --publish 8080:8080 quadrille
#
# Change settings by environment variables (--env QUADRILLE__SOLVER__THREADS=2), or mount a file at
# /etc/quadrille/config.toml. Arguments after the image name are passed to the program: `docker run --rm quadrille config`.

# A glibc toolchain, with `cargo` in /usr/local/cargo, and the certificates of public authorities in /etc/ssl/certs.
ARG BUILD_IMAGE=docker.io/library/rust:1.95-bookworm
ARG RUNTIME_IMAGE=scratch

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY . .
# - A static binary needs no libc in the image. RUSTFLAGS requires an explicit target: without one the flags would also
#   apply to procedural macros, which cannot be static.
# - `touch`: cargo compares modification times, and the cached target folder may contain a newer build of another checkout.
# - `sharing=locked`: concurrent builds take turns, because they share the target folder.
# - The certificates: without them no client with TLS starts, and that of the feature `s3` has TLS even for an endpoint with http.
# - `install` copies the results out of the cache, which is not part of the image, and sets modes that user 65532 can read.
# The commit, which `quadrille --version` and `GET /version` name.
ARG REVISION=
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target,sharing=locked \
    target="$(rustc --print host-tuple)" \
    && touch src/lib.rs crates/*/src/lib.rs \
    && QUADRILLE_COMMIT="$REVISION" RUSTFLAGS="-C target-feature=+crt-static" cargo build --profile dist --locked --features postgres,s3,png,mcp \
        --target "$target" \
    && install -D -m 0755 "target/$target/dist/quadrille" /image/usr/local/bin/quadrille \
    && install -D -m 0644 config/container.toml /image/etc/quadrille/config.toml \
    && install -D -m 0644 /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ca-certificates.crt \
    && install -D -m 0644 -t /image/licenses LICENSE-APACHE LICENSE-MIT \
    && install -d -m 0700 /state/quadrille

FROM ${RUNTIME_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
# Time of the commit, as RFC 3339, and URL of the repository.
ARG CREATED=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="quadrille" \
      org.opencontainers.image.description="An HTTP service that solves Sudoku and its variants, counts solutions and proves uniqueness" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.documentation="https://docs.rs/quadrille"
COPY --from=build /image /
# For `jobs.database` and `jobs.store`, whose paths are relative. Mount a volume here to keep the jobs.
COPY --from=build --chown=65532:65532 /state /var/lib
WORKDIR /var/lib/quadrille
# A number, because `scratch` has no user names, and `runAsNonRoot` of Kubernetes accepts only numbers.
USER 65532:65532
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
# Checks the admin listener, which answers even if all public connections are taken. It reads the same file and environment
# as the service, but not the flags: change the admin port there.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
    CMD ["/usr/local/bin/quadrille", "--config", "/etc/quadrille/config.toml", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/quadrille", "--config", "/etc/quadrille/config.toml"]
