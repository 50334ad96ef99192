/** @type {import("next").NextConfig} */
export default {
  /** A title belongs into the first HTML of every page, not behind it by script. */
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  reactStrictMode: true,
  // Programs that end a path of the interface with a slash are answered, not sent elsewhere.
  skipTrailingSlashRedirect: true,
  // `npm run verify` checks the types, of everything and in a tenth of the time.
  typescript: { ignoreBuildErrors: true },
  // Used as they are: the worker, which is not bundled, runs the very same copies.
  serverExternalPackages: ["postgres", "graphile-worker", "libphonenumber-js"],
  headers: async () => [
    // Pages and the API get theirs from proxy.ts, which does not see these files.
    { source: "/_next/static/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] },
  ],
};
