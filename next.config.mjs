/** @type {import("next").NextConfig} */
export default {
  /** A title belongs into the first HTML of every page, not behind it by script. */
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  // Our own server does, better: bin/start/compress.ts.
  compress: false,
  reactStrictMode: true,
  // Programs that end a path of the interface with a slash are answered, not sent elsewhere.
  skipTrailingSlashRedirect: true,
  // `npm run verify` checks the types, of everything and in a tenth of the time.
  typescript: { ignoreBuildErrors: true },
  // Used as they are: the worker, which is not bundled, runs the very same copies.
  serverExternalPackages: ["postgres", "libphonenumber-js"],
  // What a page carries in itself: `import css from "./shop.css?text"`.
  turbopack: {
    rules: { "*": { condition: { query: "?text" }, loaders: ["./bin/build/as-text.ts"], as: "*.js" } },
  },
  // No page shows a picture that has to be made smaller: without it, nobody can have us fetch and draw one.
  images: { unoptimized: true },
  // A page is loaded when somebody asks for it first: all of them at once would hold up every start.
  // `authInterrupts` is for `forbidden()`: a page that its reader's role does not include.
  // The server's half is neither made small nor mapped, which was half of a build: its stack traces are readable as they are.
  experimental: {
    preloadEntriesOnStart: false,
    authInterrupts: true,
    turbopackSourceMaps: false,
    serverSourceMaps: false,
    serverMinification: false,
  },
  // Browsers ask for this name when a page has not told them of its picture, as an error page may not.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
};
