import { startListener } from "#sandbox/listener";
import { createPaymentsControl } from "./control.ts";
import { PaymentsControl } from "./control-client.ts";
import { flutterwaveDialect } from "./flutterwave.ts";
import { SANDBOX_KEYS, SHOP_KEY } from "./keys.ts";
import { monnifyDialect } from "./monnify.ts";
import { paystackDialect } from "./paystack.ts";
import { createProvidersListener } from "./service.ts";
import {
  createPaymentsWorld,
  type PaymentsSettings,
  type PaymentsWorld,
  type ProviderName,
  resetPaymentsWorld,
  SANDBOX_PROVIDERS,
} from "./world.ts";

export interface PaymentsOptions {
  /** Ports of the providers and of the control address; 0, the default, takes any free one. */
  port?: number;
  controlPort?: number;
  /** Unless given: no webhooks, a thousand times as hasty as documented, everything at once. */
  settings?: Partial<PaymentsSettings>;
}

export interface PaymentsSandbox {
  /** The bank's page, from which transfers are made. */
  url: string;
  controlUrl: string;
  control: PaymentsControl;
  /** The portal's variables for these providers, keys included. */
  variables: Record<string, string>;
  /** The address of one provider's API. */
  base(provider: ProviderName): string;
  /** Breaks every connection and ends both servers. */
  close(): Promise<void>;
}

/** Starts the three providers in this process. Throws when a port is taken. */
export async function startPaymentProviders(options: PaymentsOptions = {}): Promise<PaymentsSandbox> {
  const world = createProvidersWorld(options.settings);
  const at = await startListener(createProvidersListener(world), "127.0.0.1", options.port ?? 0);
  const controlAt = await startListener(createPaymentsControl(world), "127.0.0.1", options.controlPort ?? 0);
  world.url = at.url;
  return {
    url: at.url,
    controlUrl: controlAt.url,
    control: new PaymentsControl(controlAt.url),
    variables: listProviderVariables(at.url),
    base: (provider) => `${at.url}/${provider}`,
    async close() {
      resetPaymentsWorld(world);
      await Promise.all([at.down(), controlAt.down()]);
    },
  };
}

/** Creates the state of the three providers. */
export const createProvidersWorld = (settings: Partial<PaymentsSettings> = {}): PaymentsWorld =>
  createPaymentsWorld(
    {
      webhooks: null,
      shopWebhooks: null,
      shopKey: SHOP_KEY,
      haste: 1000,
      webhookMs: 0,
      refundMs: null,
      payOutMs: null,
      ...settings,
    },
    { paystack: paystackDialect, monnify: monnifyDialect, flutterwave: flutterwaveDialect },
  );

/** The portal's variables for these providers, keys included. */
export function listProviderVariables(url: string): Record<string, string> {
  const addresses = SANDBOX_PROVIDERS.map((name) => [`${name.toUpperCase()}_BASE_URL`, `${url}/${name}`]);
  return { ...SANDBOX_KEYS, ...Object.fromEntries(addresses) };
}
