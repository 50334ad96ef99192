import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PATIENCE_MS } from "./lib/testing/patience.ts";

const conditions = ["react-server"];

/** What `env()` asks for; a test that needs the portal's own pool sets DATABASE_URL itself. */
const env = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  UPSTREAM_BASE_URL: "http://127.0.0.1:1",
  UPSTREAM_API_TOKEN: "test-upstream-token",
  UPSTREAM_PURCHASES_PER_MINUTE: "100000",
  UPSTREAM_TIMEOUT_MS: "30000",
  // A slow run outlasts the five minutes for which prices are believed otherwise.
  CATALOGUE_MAX_AGE_S: "80000",
  NEXTAUTH_SECRET: "test-secret-of-at-least-thirty-two-characters",
  NEXTAUTH_URL: "http://localhost:3000",
  // Whether admins need it is for the tests that say so.
  ADMIN_TWO_FACTOR: "optional",
  TZ: "UTC",
};

const TESTS = "{lib,db,sandbox,app,bin,e2e}/**/*.test.ts";
const UNIT = "**/*.unit.test.ts";
/** What takes a minute by its nature: `npm run prove` alone runs it. */
const LONG = process.env.PROVE === "1" ? ["**/*.prove.ts"] : [];

const common = {
  env,
  pool: "forks" as const,
  execArgv: ["--conditions=react-server", "--import=./bin/quick-imports.ts"],
  testTimeout: 3 * PATIENCE_MS,
  hookTimeout: 3 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/** Next gives the server its own half of this; outside of Next one has to ask for it. */
const alias = { "next/navigation": "next/dist/client/components/navigation.react-server.js" };

/** Two projects: `unit` runs in seconds without any server, `server` has a real PostgreSQL. */
export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  test: {
    // Many tests wait most of their time: for a lock, a time-out, an answer that is held.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        extends: true,
        test: { ...common, name: "unit", include: [UNIT], isolate: false },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "server",
          isolate: false,
          setupFiles: ["./lib/testing/afresh.ts"],
          include: [TESTS, ...LONG],
          exclude: [UNIT],
          globalSetup: "./db/testing/global.ts",
        },
      },
    ],
  },
});
