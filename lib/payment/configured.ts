import type { Provider, ProviderName } from "./provider.ts";
import { providers } from "./providers.ts";

export type Providers = ReadonlyMap<ProviderName, Provider>;

/** The providers whose keys are set, by name. */
export const configured = (): Providers => new Map(providers().map((one) => [one.name, one]));
