# Not built where this was written: there was no daemon and no registry. What it installs is what .ci/smoke tries: the image of
# mvn -Prelease, which brings its own Java.
FROM maven:3-eclipse-temurin-17 AS build
RUN apt-get update -q && apt-get install -y -q --no-install-recommends binutils unzip zip && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN mvn -B -q -Prelease -Dquick -Dmaven.test.skip=true -pl plumbrank-dist -am package \
 && mkdir /opt/plumbrank \
 && tar -xzf "$(ls plumbrank-dist/target/archives/plumbrank-*-linux-*.tar.gz | grep -v natives)" --strip-components=1 -C /opt/plumbrank

FROM debian:12-slim
RUN useradd --system --uid 10001 --create-home plumbrank
COPY --from=build /opt/plumbrank /opt/plumbrank
RUN ln -s /opt/plumbrank/bin/plumbrank /usr/local/bin/plumbrank
USER 10001
# The classes that commands load, in memory form, so that no start makes them.
RUN plumbrank --version
WORKDIR /models
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["plumbrank"]
CMD ["--help"]
