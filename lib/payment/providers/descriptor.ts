import type { Env } from "#lib/core/env";
import type { IdentityKind, Provider, ProviderName } from "./provider.ts";

/** The keys of one account at a provider, by the names under which they are sealed. */
export type ProviderKeys = Readonly<Record<string, string | undefined>>;

type TextVariable = {
  [Name in keyof Env]-?: Env[Name] extends string | undefined ? Name : never;
}[keyof Env];

export interface ProviderKey {
  /** The variable that holds the operator's. */
  variable: TextVariable;
  /** Its field in the form where resellers enter theirs. */
  label: string;
  hint?: string;
  /** Whether it names the account, so that it stays when the secrets beside it change. */
  namesAccount?: true;
}

/** All that the portal has to know of a provider beside its adapter. Every provider has payment pages and refunds. */
export interface ProviderDescriptor {
  name: ProviderName;
  label: string;
  /** All keys that the adapter needs, in the order of the form. */
  keys: Readonly<Record<string, ProviderKey>>;
  /** The key whose last four characters are shown, and which a refusal is shown at. */
  shownKey: string;
  /** The key that webhooks are signed with, and the variable of the operator's previous one. */
  signingKey: { name: string; previousVariable: TextVariable };
  baseUrlVariable: TextVariable;
  signatureHeader: string;
  /**
   * One of these identity numbers is required to open a dedicated account; none when empty. Absent: it opens none.
   */
  dedicatedAccounts?: { identityKinds: readonly IdentityKind[] };
  /** Whether it lists what it paid out to the operator's bank. */
  hasSettlements: boolean;
  /** Where evidence in a dispute is given. Absent: the provider doesn't report disputes. */
  disputesUrl?: string;
  /** @param previous the keys before, by which webhooks are still read and nothing else is done */
  create(keys: ProviderKeys, options: { previous: ProviderKeys; baseUrl: string }): Provider;
}
