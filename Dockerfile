# One image for the server and for workers. After it is built nothing is fetched.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What builds is left out again below.
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# The database clients, the pages, the processes: `npm start` finds them made.
RUN node lib/tools/build.mjs
RUN npm prune --omit=dev --no-save --no-audit --no-fund && rm -rf .next/cache

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build --chown=node:node /app ./
RUN install -d -m 700 -o node -g node /app/data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
VOLUME /app/data
# A worker: node lib/cli/bin.mjs worker
CMD ["node", "lib/tools/start.mjs"]
