import { type SandboxOptions, startSandbox } from "#sandbox/server";
import type { AccessKind, ServiceAccess, TestedService } from "./tested-service.ts";

const SANDBOX_SETUPS: Record<AccessKind, SandboxOptions> = {
  usual: {},
  elsewhere: { tokens: [{ token: "elsewhere", ips: ["203.0.113.9"] }] },
  fenced: { tokens: [{ token: "fenced", ips: ["127.0.0.1"], origins: ["https://page.example"] }] },
  fencedElsewhere: { tokens: [{ token: "far", ips: ["203.0.113.9"], origins: ["https://page.example"] }] },
  paged: { tokens: [{ token: "paged", origins: ["https://page.example"] }] },
  poor: { balanceMinor: 0n },
  restricted: { settings: { kycRestricted: true } },
  negative: { balanceMinor: -100n },
  limited: { dailyLimitMinor: 40_000n },
  busy: { purchasesPerMinute: 30 },
};

/** The sandbox, once for each situation, since it holds one account. */
export async function startSandboxService(): Promise<{ service: TestedService; close(): Promise<void> }> {
  const names = Object.keys(SANDBOX_SETUPS) as AccessKind[];
  const sandboxes = await Promise.all(
    names.map((name) => startSandbox({ purchasesPerMinute: null, magic: true, ...SANDBOX_SETUPS[name] })),
  );
  const doors = sandboxes.map(
    ({ url, token }, n) => [names[n], { url, token }] as [AccessKind, ServiceAccess],
  );
  const control = sandboxes[names.indexOf("usual")]?.control;
  return {
    service: {
      ...(Object.fromEntries(doors) as Record<AccessKind, ServiceAccess>),
      whileOff: async (work) => {
        await control?.settings({ serviceEnabled: false });
        await work().finally(() => control?.settings({ serviceEnabled: true }));
      },
      whileBroken: async (work) => {
        await control?.order("server-error", { route: "filtered", times: "always" });
        await work().finally(() => control?.clearFaults());
      },
    },
    close: async () => {
      await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    },
  };
}
