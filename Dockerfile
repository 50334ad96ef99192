# syntax=docker/dockerfile:1
# One image for every portal: `docker build .` in the folder of an unpacked release. Nothing of an operator is in it.
# The digest of another version: docker buildx imagetools inspect debian:13.8-slim
ARG BASE=debian:13.7-slim@sha256:a99cfc517144bc59b1978475ec53b46ecabec7e43635402ee5b77cc54cd1b20a

FROM ${BASE}
# Node links to libatomic, which Debian's smallest root lacks; without ca-certificates nobody is believed.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin kiosk \
  && mkdir -m 0700 /backups && chown 10001 /backups
COPY . /portal
WORKDIR /portal
RUN test -f release.pub || { echo "This folder is a checkout. Make a release by npm run release, and unpack it." >&2; exit 1; }
USER 10001:10001
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=8s --start-period=60s CMD ["/portal/bin/kiosk", "probe"]
ENTRYPOINT ["/portal/bin/kiosk"]
CMD ["start"]
