# Petteia in the browser: docker build -t petteia . && docker run -p 8080:8080 -v petteia:/data petteia
# It prints an address with a token; put the machine's name in the place of 0.0.0.0.

FROM node:22-bookworm-slim AS pages
WORKDIR /web
COPY web/package.json web/package-lock.json ./
RUN npm ci
COPY web ./
RUN npm run build

FROM rust:1.95-bookworm AS program
ARG RUSTFLAGS="-C target-cpu=x86-64-v3"
ARG PETTEIA_COMMIT=
WORKDIR /petteia
COPY . .
COPY --from=pages /web/dist web/dist
RUN cargo build --profile dist --locked --bin petteia

FROM debian:bookworm-slim
RUN useradd --system --home-dir /data petteia && install --directory --owner petteia /data
COPY --from=program /petteia/target/dist/petteia /usr/local/bin/petteia
USER petteia
VOLUME /data
EXPOSE 8080
# Anything but silence is an answer: without the token it is a refusal.
HEALTHCHECK CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET / HTTP/1.0\\r\\nHost: 127.0.0.1:8080\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q HTTP"]
ENTRYPOINT ["petteia"]
CMD ["serve", "--listen", "0.0.0.0", "--no-open", "--data", "/data"]
