import { listen } from "../listener.ts";
import { control } from "./control.ts";
import { PaymentsControl } from "./control-client.ts";
import { dialects } from "./dialects.ts";
import { keys, shopKey } from "./keys.ts";
import { service } from "./service.ts";
import { newWorld, type ProviderName, resetWorld, type Settings } from "./world.ts";

export interface PaymentsOptions {
  /** Ports of the providers and of the control address; 0, the default, takes any free one. */
  port?: number;
  controlPort?: number;
  /** Unless given: no notices, a thousand times as hasty as documented, everything at once. */
  settings?: Partial<Settings>;
}

export interface Payments {
  /** The bank's page, from which transfers are made. */
  url: string;
  controlUrl: string;
  control: PaymentsControl;
  /** What goes into the portal's variables, keys included. */
  variables: Record<string, string>;
  /** The address of one provider's interface. */
  base(provider: ProviderName): string;
  /** Breaks every connection and ends both servers. */
  close(): Promise<void>;
}

/** Starts the three providers in this process. Throws when a port is taken. */
export async function startPayments(options: PaymentsOptions = {}): Promise<Payments> {
  const world = newWorld({
    notices: null,
    shopNotices: null,
    shopKey,
    haste: 1000,
    noticeMs: 0,
    refundMs: null,
    payOutMs: null,
    ...options.settings,
  });
  const at = await listen(service(world), "127.0.0.1", options.port ?? 0);
  const controlAt = await listen(control(world), "127.0.0.1", options.controlPort ?? 0);
  world.url = at.url;
  return {
    url: at.url,
    controlUrl: controlAt.url,
    control: new PaymentsControl(controlAt.url),
    variables: variables(at.url),
    base: (provider) => `${at.url}/${provider}`,
    async close() {
      resetWorld(world);
      await Promise.all([at.down(), controlAt.down()]);
    },
  };
}

function variables(url: string): Record<string, string> {
  const names = dialects.map(({ name }) => name.toUpperCase());
  const own = Object.entries(keys).filter(([name]) => names.some((provider) => name.startsWith(provider)));
  return Object.fromEntries([
    ...own,
    ...names.map((name) => [`${name}_BASE_URL`, `${url}/${name.toLowerCase()}`]),
  ]);
}
