/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  // It is built in a folder of its own, below the checkout that has the packages.
  turbopack: { root: `${import.meta.dirname}/../../..` },
};
