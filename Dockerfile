# The service as an image: built in full, then only what it runs on. No sources, no compiler, no root.
FROM node:24-bookworm-slim AS build
WORKDIR /netloom
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /netloom
COPY package.json package-lock.json .npmrc ./
# npm also installs what the Prisma client names as optional peers: its command line tool and TypeScript, half of the size.
RUN npm ci --omit=dev && node -e " \
  const { packages } = require('./package-lock.json'); \
  for (const [folder, { devOptional }] of Object.entries(packages)) \
    if (devOptional) require('node:fs').rmSync(folder, { recursive: true, force: true });"

FROM node:24-bookworm-slim
WORKDIR /netloom
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=packages /netloom/node_modules node_modules
COPY --from=build /netloom/package.json /netloom/package-lock.json ./
COPY --from=build /netloom/scripts scripts
COPY --from=build /netloom/prisma/migrations prisma/migrations
COPY --from=build /netloom/schema schema
COPY --from=build /netloom/dist dist
# Without DATABASE_URL an embedded PostgreSQL keeps its data here.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --start-period=60s --interval=5s --timeout=5s CMD ["node", "-e", \
  "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
