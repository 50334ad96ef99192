import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";

const conditions = ["react-server"];

/** The required variables, and some for all tests; a test that needs the portal's own pool sets DATABASE_URL itself. */
const env = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  UPSTREAM_BASE_URL: "http://127.0.0.1:1",
  UPSTREAM_API_TOKEN: "test-upstream-token",
  UPSTREAM_PURCHASES_PER_MINUTE: "100000",
  UPSTREAM_TIMEOUT_MS: "30000",
  // A slow run may last longer than the five minutes for which prices are normally valid.
  CATALOGUE_MAX_AGE_S: "80000",
  NEXTAUTH_SECRET: "test-secret-of-at-least-thirty-two-characters",
  NEXTAUTH_URL: "http://localhost:3000",
  // Only tests about it decide whether admins need a second factor.
  ADMIN_TWO_FACTOR: "optional",
  TZ: "UTC",
  // The real cost is tested in lib/account/password/hash-password.unit.test.ts.
  HASH_MEMORY_KIB: "8",
  // No wait is given up because the machine is slow.
  BOUNDS_FACTOR: process.env.BOUNDS_FACTOR ?? "20",
};

const TESTS = "{lib,db,sandbox,app,bin,clients,e2e}/**/*.test.ts";
const UNIT = "**/*.unit.test.ts";
/** Tests that take a minute by nature: only `npm run prove` runs them. */
const LONG = process.env.PROVE === "1" ? ["**/*.prove.ts"] : [];

/** Tests that only a landing runs: a variable says so, since an option excludes nothing from projects. */
const SLOW = process.env.WITHOUT_SLOW === "1" ? ["**/*.slow.*"] : [];

const SETUP = ["./lib/testing/keep-log.ts", "./lib/testing/break-test.ts"];

const common = {
  env,
  pool: "forks" as const,
  execArgv: ["--conditions=react-server", "--import=./bin/quick-imports.ts"],
  testTimeout: 3 * TEST_TIMEOUT_MS,
  hookTimeout: 3 * TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TEST_TIMEOUT_MS } },
};

/** Next aliases this for its server; outside of Next, the alias is set here. */
const alias = { "next/navigation": "next/dist/client/components/navigation.react-server.js" };

/** Two projects: `unit` runs in seconds without any server, `server` has a real PostgreSQL. */
export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  test: {
    // Tests also wait: for a lock, a held response, the database.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: "unit",
          include: [UNIT],
          exclude: [...configDefaults.exclude, ...SLOW],
          isolate: false,
          setupFiles: SETUP,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "server",
          isolate: false,
          setupFiles: [...SETUP, "./lib/testing/reset-modules.ts"],
          include: [TESTS, ...LONG],
          exclude: [UNIT, ...SLOW],
          globalSetup: "./db/testing/global.ts",
        },
      },
    ],
  },
});
