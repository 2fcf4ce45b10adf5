# The app as a container: see docs/several-servers.md. It needs nothing but Node beside its own folder.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN KABOO_STANDALONE=1 npm run build

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static .next/static
COPY --from=build /app/public public
# The server gives its runs time before it ends: Next would not wait for them.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 KABOO_DATA=/data NEXT_MANUAL_SIG_HANDLE=1 NEXT_TELEMETRY_DISABLED=1
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "server.js"]
