import { createUpstreamControl } from "./control.ts";
import { SandboxControl } from "./control-client.ts";
import { startListener } from "./listener.ts";
import { createUpstreamListener } from "./service.ts";
import { patchSettings, type SandboxSettingsPatch } from "./settings.ts";
import { createSandboxWorld, resetSandboxWorld, type SandboxToken } from "./world.ts";

export interface SandboxOptions {
  /** Port of the service and of the control address; 0, the default, takes any free one. */
  port?: number;
  controlPort?: number;
  /** `127.0.0.1` unless given. */
  host?: string;
  /** The accepted tokens; the first is `Sandbox.token`. One token, `sandbox-token`, by default. */
  tokens?: SandboxToken[];
  /** The account's balance at the start and after a reset, in minor units; 1,000,000.00 unless given. */
  balanceMinor?: bigint;
  /** 30 unless given; null for no limit. */
  purchasesPerMinute?: number | null;
  /** In minor units; no limit unless given. */
  dailyLimitMinor?: bigint | null;
  /** A random wait before each answer, from and to, in ms; none unless given. */
  latencyMs?: [number, number];
  /** Whether the last digits of a phone number order an outcome (README); false unless given. */
  magic?: boolean;
  /** Of everything random; 1 unless given. */
  seed?: number;
  /** Any other setting. */
  settings?: SandboxSettingsPatch;
}

export interface Sandbox {
  /** The value of UPSTREAM_BASE_URL. */
  url: string;
  controlUrl: string;
  token: string;
  control: SandboxControl;
  /** Breaks every connection and ends both servers. */
  close(): Promise<void>;
}

/** Starts a sandbox in this process. Throws when a port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = "127.0.0.1", tokens = [{ token: "sandbox-token" }] } = options;
  const world = createSandboxWorld({
    tokens,
    balanceMinor: options.balanceMinor ?? 100_000_000n,
    seed: options.seed ?? 1,
    settings: patchSettings(settingsFrom(options)),
  });
  const front = await startListener(createUpstreamListener(world), host, options.port ?? 0);
  const reset = () => {
    resetSandboxWorld(world);
    front.cut();
  };
  const back = await startListener(
    createUpstreamControl(world, { reset, up: front.up, down: front.down }),
    host,
    options.controlPort ?? 0,
  ).catch(async (error) => {
    await front.down();
    throw error;
  });
  return {
    url: front.url,
    controlUrl: back.url,
    token: tokens[0]?.token ?? "",
    control: new SandboxControl(back.url),
    async close() {
      world.gate.drop();
      await Promise.all([front.down(), back.down()]);
    },
  };
}

function settingsFrom(options: SandboxOptions): SandboxSettingsPatch {
  const { purchasesPerMinute = 30, dailyLimitMinor = null, latencyMs = [0, 0], magic = false } = options;
  return { purchasesPerMinute, dailyLimitMinor, latencyMs, magic, ...options.settings };
}
