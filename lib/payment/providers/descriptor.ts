import type { FEE_KINDS } from "#db/schema/payment";
import { isSigned, type SignatureFormat } from "#lib/core/network/webhook-signature";
import type { Variables } from "#lib/core/variables";
import type { FeeRule } from "#lib/payment/fee/fee-rule";
import { parseExact } from "./exact-json.ts";
import type { IdentityKind, Provider, ProviderName, ProviderWebhook } from "./provider.ts";

/** The keys of one account at a provider, by the names under which they are sealed. */
export type ProviderKeys = Readonly<Record<string, string | undefined>>;

export interface ProviderOptions {
  /** The keys before, by which webhooks are still read and nothing else is done. */
  previous?: ProviderKeys;
  baseUrl: string;
  timeoutMs?: number;
}

export interface ProviderKey<Variable extends string = string> {
  /** The variable that holds the operator's. */
  variable: Variable;
  /** Its field in the form where resellers enter theirs. */
  label: string;
  hint?: string;
  /** Whether it names the account, so that it stays when the secrets beside it change. */
  namesAccount?: true;
}

/** All to know of a provider beside its adapter. Each has payment pages and refunds. */
export interface ProviderDescriptor<Variable extends string = string> {
  name: ProviderName;
  label: string;
  /** Reads its variables, from the `variables.ts` beside its descriptor. */
  getVariables: Variables<Readonly<Partial<Record<Variable, string>>>>;
  /** All keys that the adapter needs, in the order of the form. */
  keys: Readonly<Record<string, ProviderKey<Variable>>>;
  /** The key whose last four characters are shown, and which a rejection is shown at. */
  shownKey: string;
  /** The key that webhooks are signed with, and the variable of the operator's previous one. */
  signingKey: { name: string; previousVariable: Variable };
  /** The address of its API. */
  getBaseUrl(): string;
  signatureHeader: string;
  /**
   * One of these identity numbers is required to open a dedicated account; none when
   * empty. Absent: it opens none.
   */
  dedicatedAccounts?: { identityKinds: readonly IdentityKind[] };
  /** Its fees for local payments in naira without levies, until an admin sets others. Absent: it publishes none. */
  fees?: Partial<Record<(typeof FEE_KINDS)[number], Omit<FeeRule, "levy" | "levyFrom">>>;
  /** Whether it lists what it paid out to the operator's bank. */
  hasSettlements: boolean;
  /** Where evidence in a dispute is given. Absent: the provider doesn't report disputes. */
  disputesUrl?: string;
  create(keys: ProviderKeys, options: ProviderOptions): Provider;
}

type Operations = Omit<Provider, "name" | "readWebhook">;

/** The calls of a provider: each operation is made of the client that has an account's keys. */
interface Adapter<Client> {
  createClient(keys: ProviderKeys, options: ProviderOptions): Client;
  operations: { readonly [Name in keyof Operations]: (client: Client) => Operations[Name] };
  signature: SignatureFormat;
  /** Reads the body of a webhook whose signature is valid. An unreadable one is about nothing. */
  readWebhook(body: unknown): ProviderWebhook;
}

/** Makes a descriptor of an adapter. It names only variables of its provider. */
export function defineProvider<Variable extends string, Client>({
  createClient,
  operations,
  signature,
  readWebhook,
  ...descriptor
}: Adapter<Client> & Omit<ProviderDescriptor<Variable>, "create">): ProviderDescriptor {
  const { name, signatureHeader, signingKey } = descriptor;
  return {
    ...descriptor,
    create(keys, options) {
      const client = createClient(keys, options);
      const made = Object.entries(operations).map(([key, make]) => [key, make(client)] as const);
      const secrets = [keys[signingKey.name], options.previous?.[signingKey.name]];
      return {
        ...(Object.fromEntries(made) as unknown as Operations),
        name,
        readWebhook: (raw, headers) =>
          isSigned(raw, headers.get(signatureHeader), secrets, signature)
            ? readWebhook(parseExact(Buffer.from(raw).toString("utf8")))
            : undefined,
      };
    },
  };
}
