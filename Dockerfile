# The venue in a container: docker build -t perpetua . && docker run -p 8700:8700 -v perpetua:/data perpetua

FROM node:24-slim AS package
WORKDIR /clone
COPY . .
RUN npm ci --include=dev --include=optional --no-audit --no-fund && npm pack

FROM node:24-alpine
COPY --from=package /clone/perpetua-*.tgz /tmp/
RUN npm install --global --offline --no-audit --no-fund /tmp/perpetua-*.tgz \
  && rm -rf /tmp/perpetua-*.tgz /root/.npm \
  && install -d -o node -g node -m 700 /data
USER node
WORKDIR /data
# The interface is for everyone who reaches the container. The operator's port stays inside:
# docker exec CONTAINER perpetua account list
ENV PERPETUA_DATA=/data PERPETUA_HOST=0.0.0.0
VOLUME /data
EXPOSE 8700
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD wget -q -O /dev/null http://127.0.0.1:8700/healthz
STOPSIGNAL SIGTERM
ENTRYPOINT ["perpetua"]
CMD ["start"]
