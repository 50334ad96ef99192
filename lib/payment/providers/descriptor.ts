import type { FEE_KINDS } from "#db/schema/payment";
import type { Variables } from "#lib/core/variables";
import type { FeeRule } from "#lib/payment/fee/fee-rule";
import type { IdentityKind, Provider, ProviderName } from "./provider.ts";

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

/** Checks that a descriptor names only variables of its provider. */
export const defineProvider = <Variable extends string>(
  descriptor: ProviderDescriptor<Variable>,
): ProviderDescriptor => descriptor;
