/** @type {import("next").NextConfig} */
export default {
  /** Every page has its title in its first HTML, not added by script. */
  htmlLimitedBots: /.*/,
  /** Named after the sources, so that the same ones become the same files; a build by other ways has a random name. */
  generateBuildId: () => process.env.PORTAL_BUILD_ID ?? null,
  poweredByHeader: false,
  // The portal's own server compresses better: bin/start/compress.ts.
  compress: false,
  reactStrictMode: true,
  // A path of the API with a slash at its end is served without a redirect.
  skipTrailingSlashRedirect: true,
  // `npm run verify` checks the types, of everything and in a tenth of the time.
  typescript: { ignoreBuildErrors: true },
  // Not bundled: the worker, which is not bundled either, runs the same copies.
  serverExternalPackages: ["postgres", "libphonenumber-js"],
  // Text that a page contains: `import css from "./shop.css?text"`.
  turbopack: {
    rules: { "*": { condition: { query: "?text" }, loaders: ["./bin/build/as-text.ts"], as: "*.js" } },
  },
  // No page shows an image that needs resizing: without it, visitors can't make the server fetch and resize one.
  images: { unoptimized: true },
  // A page is loaded at its first request: loading all at once would delay every start. `authInterrupts` is for
  // `forbidden()`: a page that its reader's role excludes. The server's code is neither minified nor mapped, which was
  // half of a build: its stack traces are readable as they are.
  experimental: {
    preloadEntriesOnStart: false,
    authInterrupts: true,
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: process.env.PORTAL_BUILD_CACHE === "1",
    serverSourceMaps: false,
    serverMinification: false,
  },
  // Browsers request this name when a page names no icon, as an error page may.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
};
