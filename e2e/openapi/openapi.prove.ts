import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { startPortalService, type TestPortal } from "#e2e/conformance/portal-service";
import type { ServiceAccess } from "#e2e/conformance/tested-service";
import { startPrism } from "./prism.ts";
import { type FuzzRequest, generateRequests, type OpenApiDocument } from "./requests.ts";
import { canProxy, type FuzzResponse, findBrokenPromises, sendRequest } from "./responses.ts";
import { getToolVersion, installTools, run, runScript, TOOLS_DIR } from "./tools.ts";

// The document that a portal serves, read by the tools that its users have.

const TEST_TIMEOUT_MS = 1_800_000;
const FUZZ_REQUESTS = 4_000;
const FUZZ_AT_ONCE = 12;
const DOCUMENT_FILE = join(TOOLS_DIR, "openapi.json");
const LINT_FILE = join(TOOLS_DIR, "openapi-lint.json");

let portal: TestPortal;
let document: OpenApiDocument & { servers: { url: string }[] };
const figures: string[] = [];

beforeAll(async () => {
  await installTools();
  portal = await startPortalService();
  const response = await fetch(`${portal.service.usual.url}/api/openapi.json`);
  document = await response.json();
  writeFileSync(DOCUMENT_FILE, JSON.stringify(document));
  // A rule requires a public server address, which tests don't have.
  writeFileSync(LINT_FILE, JSON.stringify({ ...document, servers: [{ url: "https://portal.test" }] }));
}, TEST_TIMEOUT_MS);
afterAll(async () => {
  const { OPENAPI_FIGURES_FILE } = process.env;
  if (OPENAPI_FIGURES_FILE) writeFileSync(OPENAPI_FIGURES_FILE, `${figures.join("\n")}\n`);
  await portal?.system.close();
}, TEST_TIMEOUT_MS);

/** Adds a tool's line to the end of the proof. */
const report = (tool: string, result: string) => figures.push(`${tool}: ${result}`);

interface Finding {
  severity: string | number;
  message: string;
}

test(
  "redocly finds nothing",
  async () => {
    const script = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
    const { stdout, output } = await run(
      process.execPath,
      [script, "lint", LINT_FILE, "--extends=recommended", "--format=json", "--max-problems=1000"],
      { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    );
    expect(stdout, output).toMatch(/^\{/);
    const { problems } = JSON.parse(stdout) as { problems: Finding[] };
    const count = (severity: string) => problems.filter((finding) => finding.severity === severity).length;
    report(
      `redocly lint (${getToolVersion("@redocly/cli", ROOT)}, recommended)`,
      `${count("error")} errors, ${count("warn")} warnings`,
    );
    expect(problems.map(({ message }) => message)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  "spectral finds nothing",
  async () => {
    const ruleset = join(TOOLS_DIR, "spectral.json");
    writeFileSync(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
    const { stdout, output } = await runScript("@stoplight/spectral-cli/dist/index.js", [
      ...["lint", LINT_FILE, "--ruleset", ruleset, "--format", "json", "--fail-severity", "hint", "--quiet"],
    ]);
    expect(stdout, output).toMatch(/^\[/);
    const findings = JSON.parse(stdout) as Finding[];
    const count = (severity: number) => findings.filter((finding) => finding.severity === severity).length;
    report(
      `spectral (${getToolVersion("@stoplight/spectral-cli")}, spectral:oas recommended)`,
      `${count(0)} errors, ${count(1)} warnings, ${count(2) + count(3)} hints`,
    );
    expect(findings.map(({ message }) => message)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  "a strict program on openapi-typescript and openapi-fetch compiles and runs",
  async () => {
    const types = join(TOOLS_DIR, "openapi.d.ts");
    const generated = await runScript("openapi-typescript/bin/cli.js", [DOCUMENT_FILE, "--output", types]);
    expect(generated.code, generated.output).toBe(0);
    copyFileSync(join(import.meta.dirname, "tools/client.mts"), join(TOOLS_DIR, "client.mts"));
    const options = ["strict", "exactOptionalPropertyTypes", "noUncheckedIndexedAccess"];
    const compiled = await runScript("typescript/bin/tsc", [
      ...options.map((option) => `--${option}`),
      ...["--target", "esnext", "--module", "nodenext", "--lib", "esnext,dom", "--types", "node"],
      ...["--typeRoots", join(ROOT, "node_modules/@types"), "client.mts"],
    ]);
    expect(compiled.code, compiled.output).toBe(0);
    const { url, token } = await portal.open();
    const env = { PORTAL: url, TOKEN: token, REF: "openapi-fetch" };
    const { code, stdout, output } = await run(process.execPath, ["client.mjs"], env);
    report(
      `${getToolVersion("openapi-typescript")}, ${getToolVersion("openapi-fetch")}`,
      code === 0
        ? `${readFileSync(types, "utf8").split("\n").length} lines of types, compiled strictly, ${stdout.trim()} results as expected`
        : "failed",
    );
    expect(code, output).toBe(0);
  },
  TEST_TIMEOUT_MS,
);

test(
  "newman runs portman's collection without a failure",
  async () => {
    const { url, token } = await portal.open();
    const files = { collection: "collection.json", portman: "portman.json", postman: "postman.json" };
    const checks = ["statusSuccess", "contentType", "jsonBody", "schemaValidation", "headersPresent"];
    const contractTest = Object.fromEntries(checks.map((check) => [check, { enabled: true }]));
    const portman = {
      version: 1.0,
      tests: { contractTests: [{ openApiOperation: "*::/*", ...contractTest }] },
    };
    const postman = {
      ...{ folderStrategy: "Tags", enableOptionalParameters: true, keepImplicitHeaders: true },
      ...{ parametersResolution: "example", requestParametersResolution: "Example" },
      exampleParametersResolution: "Example",
    };
    writeFileSync(join(TOOLS_DIR, files.portman), JSON.stringify(portman));
    writeFileSync(join(TOOLS_DIR, files.postman), JSON.stringify(postman));
    const made = await runScript("@apideck/portman/bin/portman", [
      ...["--local", DOCUMENT_FILE, "--baseUrl", url, "--output", files.collection, "--includeTests", "true"],
      ...["--portmanConfigFile", files.portman, "--postmanConfigFile", files.postman],
    ]);
    expect(made.code, made.output).toBe(0);
    const { output } = await runScript("newman/bin/newman.js", [
      ...["run", files.collection, "--env-var", `bearerToken=${token}`, "--env-var", `baseUrl=${url}`],
      ...["--reporters", "cli,json", "--reporter-json-export", "newman.json"],
    ]);
    const { run } = JSON.parse(readFileSync(join(TOOLS_DIR, "newman.json"), "utf8"));
    const { requests, assertions } = run.stats;
    report(
      `${getToolVersion("@apideck/portman")}, ${getToolVersion("newman")}`,
      `${requests.total} requests, ${assertions.total} assertions, ${run.failures.length} failures`,
    );
    expect(run.failures, output).toEqual([]);
    expect(assertions.total).toBeGreaterThan(30);
  },
  TEST_TIMEOUT_MS,
);

interface Violation {
  location: string[];
  message: string;
}

test(
  "prism finds no violation of the document while requests are fuzzed, and nothing is a server error",
  async () => {
    const doors: ServiceAccess[] = [];
    for (let n = 0; n < 20; n++) doors.push(await portal.open());
    const { url } = portal.service.usual;
    const prism = await startPrism(DOCUMENT_FILE, url);
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
    const requests = fc.sample(generateRequests(document, doors.length), { numRuns: FUZZ_REQUESTS, seed });
    const counts = { proxied: 0, direct: 0, valid: 0, requestViolations: 0, responseViolations: 0 };
    const statuses = new Map<number, number>();
    const broken: string[] = [];
    const complain = (request: FuzzRequest, { status, body }: FuzzResponse, problem: string) =>
      broken.push(`${problem}: ${JSON.stringify(request).slice(0, 500)} → ${status} ${body.slice(0, 300)}`);

    async function check(request: FuzzRequest): Promise<void> {
      const token = request.token === undefined ? undefined : doors[request.token]?.token;
      const isProxied = canProxy(request);
      counts[isProxied ? "proxied" : "direct"] += 1;
      if (request.isValid) counts.valid += 1;
      const response = await sendRequest(isProxied ? prism.url : url, request, token);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      for (const problem of findBrokenPromises(request, response)) complain(request, response, problem);
      if (!isProxied) return;
      const violations = JSON.parse(String(response.headers["sl-violations"] ?? "[]")) as Violation[];
      const ofResponse = violations.filter(({ location }) => location[0] === "response");
      const ofRequest = violations.length - ofResponse.length;
      counts.responseViolations += ofResponse.length;
      counts.requestViolations += ofRequest;
      for (const { location, message } of request.isValid ? violations : ofResponse)
        complain(request, response, `${location.join(".")} ${message}`);
    }

    try {
      for (let from = 0; from < requests.length; from += FUZZ_AT_ONCE) {
        await Promise.all(requests.slice(from, from + FUZZ_AT_ONCE).map(check));
        if (from % (FUZZ_AT_ONCE * 10) === 0)
          await portal.system.database.db.execute(sql`delete from call_windows`);
      }
    } finally {
      await prism.stop();
    }
    const shares = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
    report(
      getToolVersion("@stoplight/prism-cli"),
      `${counts.proxied} requests (${counts.valid} valid, seed ${seed}), ${counts.responseViolations} violations of the document by a response, ${counts.requestViolations} by invalid requests`,
    );
    report(
      `fuzz (${getToolVersion("fast-check", ROOT)})`,
      `${FUZZ_REQUESTS} requests, ${[...statuses.keys()].filter((status) => status >= 500).length} server errors, ${broken.length} broken promises; ${shares.join(" ")}`,
    );
    expect(broken.slice(0, 20)).toEqual([]);
    expect(counts.valid).toBeGreaterThan(FUZZ_REQUESTS / 3);
  },
  TEST_TIMEOUT_MS,
);
