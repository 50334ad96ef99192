/** The first list of each page that shows several, and pages that stand elsewhere. */
const MOVED_PAGES = [
  ["/admin/wallets/money-in", "/admin/wallets/money-in/transfers"],
  ["/admin/wallets/exceptions", "/admin/wallets/exceptions/suspense"],
  ["/admin/wallets/adjustments", "/admin/wallets/adjustments/wallets"],
  // Customers and schedules have such a page; a batch begins on its list.
  ["/batches/new", "/batches"],
];

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
    serverSourceMaps: false,
    serverMinification: false,
  },
  redirects: async () =>
    MOVED_PAGES.map(([source, destination]) => ({ source, destination, permanent: true })),
  // Browsers request this name when a page names no icon, as an error page may.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
};
