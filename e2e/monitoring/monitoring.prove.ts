import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { getFreePort } from "#db/embedded/free-port";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { installPackages, searchPath } from "#e2e/system-packages";

const TIMEOUT_MS = 300_000;
const OPS = join(ROOT, "ops");

let system: TestSystem;
let portal: PortalMember;
let metricsPort: number;
beforeAll(async () => {
  if (searchPath("promtool").length === 0) await installPackages(["prometheus"], TIMEOUT_MS);
  [system, metricsPort] = [await startSystem(), await getFreePort()];
  portal = await system.start({ env: { METRICS_PORT: String(metricsPort) } });
}, TIMEOUT_MS);
afterAll(() => system.close());

/** @throws Error with its output when it finds a fault. */
const runPromtool = (args: string[], input?: string) =>
  execFileSync("promtool", args, { input, encoding: "utf8", stdio: "pipe" });

test("promtool accepts the rules and their tests, and the portal's metrics", async () => {
  expect(runPromtool(["check", "rules", join(OPS, "alerts.yml")])).toContain("SUCCESS");
  expect(runPromtool(["test", "rules", join(OPS, "alerts.test.yml")])).toContain("SUCCESS");
  await fetch(`${portal.url}/sign-in`);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain("portal_database_up 1");
  runPromtool(["check", "metrics"], metrics);
});

interface Board {
  panels: {
    id: number;
    title: string;
    type: string;
    gridPos: object;
    targets: { refId: string; expr: string }[];
  }[];
}

test(
  "Prometheus evaluates every rule and every expression of the dashboard on the portal's metrics",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "portal-prometheus-"));
    const port = await getFreePort();
    cpSync(join(OPS, "alerts.yml"), join(dir, "alerts.yml"));
    const target = `{ job_name: portal, static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }] }`;
    writeFileSync(
      join(dir, "prometheus.yml"),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }\nscrape_configs: [${target}]\nrule_files: [alerts.yml]\n`,
    );
    const url = `http://127.0.0.1:${port}`;
    const flags = [
      `--config.file=${join(dir, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(dir, "data")}`,
    ];
    const server = spawn("prometheus", [...flags, `--web.listen-address=127.0.0.1:${port}`], {
      stdio: "ignore",
    });
    const ended = once(server, "exit");
    try {
      const ask = async (path: string) => {
        const response = await fetch(`${url}/api/v1/${path}`).catch(() => undefined);
        return (await response?.json()) as
          | { status: string; error?: string; data: Record<string, unknown> }
          | undefined;
      };
      const query = (expr: string) => ask(`query?query=${encodeURIComponent(expr)}`);
      await expect
        .poll(async () => (await query("portal_database_up"))?.data.result)
        .toEqual([expect.objectContaining({ value: [expect.any(Number), "1"] })]);

      const board = JSON.parse(readFileSync(join(OPS, "board.json"), "utf8")) as Board;
      const expressions = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
      expect(expressions.length).toBeGreaterThan(15);
      const metricNames = new Set((await ask("label/__name__/values"))?.data as unknown as string[]);
      for (const expr of expressions) {
        const result = await query(expr.replaceAll("$__rate_interval", "1m"));
        expect({ expr, error: result?.error }).toEqual({ expr, error: undefined });
        const metrics = expr.match(/\b(?:portal|process|nodejs)_\w+/g) ?? [];
        expect({ expr, metrics: metrics.length }).not.toEqual({ expr, metrics: 0 });
      }
      console.log(`${expressions.length} expressions of the dashboard, ${metricNames.size} metrics`);

      type Rules = { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
      const rules = async () => {
        const groups = (await ask("rules"))?.data as unknown as Rules | undefined;
        return groups?.groups.flatMap((group) => group.rules) ?? [];
      };
      await expect.poll(async () => (await rules()).filter(({ health }) => health === "ok").length).toBe(30);
    } finally {
      server.kill("SIGKILL");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);

test("the dashboard has what Grafana needs to import it", () => {
  const board = JSON.parse(readFileSync(join(OPS, "board.json"), "utf8")) as Board & Record<string, unknown>;
  expect(board).toMatchObject({ uid: "kiosk", title: "Kiosk", schemaVersion: expect.any(Number) });
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  for (const { title, gridPos, targets } of board.panels) {
    expect(title.length).toBeGreaterThan(3);
    expect(Object.keys(gridPos).toSorted()).toEqual(["h", "w", "x", "y"]);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  }
});
