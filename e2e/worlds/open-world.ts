import { FAULT_RATES } from "#e2e/chaos/world";
import { startPostman } from "./actors/postman.ts";
import type { SetUp } from "./acts/set-up.ts";
import type { WorldServer } from "./make-database.ts";
import type { WorldOptions } from "./run-world.ts";
import { addServices, openServices } from "./services.ts";
import { Sleeps } from "./sleeps.ts";
import { Table } from "./table.ts";
import { Machines } from "./world/machines.ts";
import { ThreadHandle } from "./world/thread-handle.ts";
import { WORLD_START, World } from "./world/world.ts";
import { WorldDatabase } from "./world-database.ts";

/** Sends a minute to each supplier, over all machines. */
export const PER_MINUTE = 60;
/** How long a supplier may take to respond. */
const TIMEOUTS_MS = [5_000, 30_000, 190_000];
const FIRST_SUPPLIER_PORT = 9_001;

export interface OpenWorld extends SetUp {
  world: World;
  machines: Machines;
  table: Table;
  databaseUrl: string;
  database: WorldDatabase;
  sleeps: Sleeps;
  /** Their services, the main one first. */
  suppliers: string[];
  /** The payment providers that customers pay by. */
  providers: string[];
  close(): Promise<string>;
}

/** Opens a world with a filled portal on its machines, all by the seed. */
export async function openWorld(
  server: WorldServer,
  { seed, trace, met, focus }: Omit<WorldOptions, "days">,
): Promise<OpenWorld> {
  const name = `world_${seed}`;
  await server.drop(name);
  const databaseUrl = await server.create(name);
  const world = new World({ seed, port: server.port, databaseUrl, trace });
  const database = new WorldDatabase(world, server, name);
  const suppliers = Array.from({ length: world.between(1, 3) }, (_, n) => `supplier-${n + 1}`);
  for (const [n, name] of suppliers.entries())
    world.pipes.services.set(FIRST_SUPPLIER_PORT + n, { name, isUp: true });
  const { variables, providers } = addServices(world);
  const env = { ...createEnv(world), ...variables, DATABASE_URL: nameSimulated(databaseUrl) };
  Object.assign(process.env, env, { DATABASE_URL: databaseUrl });
  world.threads.set(
    "outside",
    new ThreadHandle({ ...{ name: "outside", role: "outside", pid: 999, env: {} }, seed, now: WORLD_START }),
  );
  const machines = new Machines(world, env, ["machine-1", "machine-2"]);
  const table = new Table(world, met, focus);
  world.lines.onLoss = () => table.noteWithin("cut");
  const filled = await world.run(fill(world, machines, suppliers));
  void startPostman({ world, machines });
  return {
    ...filled,
    ...{ world, machines, table, databaseUrl, database, suppliers, providers, sleeps: new Sleeps(world) },
    async close() {
      await machines.close();
      const hash = await world.close();
      await database.close();
      return hash;
    },
  };
}

async function fill(world: World, machines: Machines, suppliers: readonly string[]): Promise<SetUp> {
  for (const [n, name] of suppliers.entries()) {
    await world.call("outside", "openSupplier", { name, seed: world.seed + n, perMinute: null });
    await world.call("outside", "control", { name, verb: "rates", input: { rates: FAULT_RATES } });
    await world.call("outside", "control", { name, verb: "settings", input: { latencyMs: [20, 900] } });
  }
  await openServices(world);
  const timeoutMs = world.pick(TIMEOUTS_MS);
  await machines.start("machine-1");
  const later = suppliers.slice(1).map((name, n) => ({
    ...{ url: `http://127.0.0.1:${FIRST_SUPPLIER_PORT + 1 + n}`, token: `token-of-${name}` },
    ...{ perMinute: PER_MINUTE, timeoutMs },
  }));
  return world.call<SetUp>("machine-1", "setUp", { programs: 6, suppliers: later });
}

const createEnv = (world: World): Record<string, string> => ({
  UPSTREAM_TIMEOUT_MS: String(world.pick(TIMEOUTS_MS)),
  UPSTREAM_BASE_URL: `http://127.0.0.1:${FIRST_SUPPLIER_PORT}`,
  UPSTREAM_API_TOKEN: "token-of-supplier-1",
  UPSTREAM_PURCHASES_PER_MINUTE: String(PER_MINUTE),
  BOUNDS_FACTOR: "1",
  NEXTAUTH_SECRET: "worlds-need-no-secret-but-32-characters",
  NEXTAUTH_URL: "http://localhost:3000",
  PORTAL_ROLES: "worker",
  NODE_ENV: "production",
  TZ: "UTC",
});

/** The address of the database as machines know it: the world is at its usual port. */
function nameSimulated(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = "5432";
  return url.href;
}
