import { type SQL, sql } from "drizzle-orm";

/** Personal data of a table, or the reason why nothing of it is exported. */
export type PersonalData = { none: string } | PersonalRows;

/** SQL about a person, by how the portal knows them. */
export interface ByPerson {
  account?: (id: number) => SQL;
  /** About the owner of this mobile number, in E.164. */
  phone?: (phone: string) => SQL;
  /** About the owner of this email address, who has no account. */
  email?: (email: string) => SQL;
}

/** Conditions for the rows about a person in a table, called `t`, and columns left out of exports. */
export interface PersonalRows extends ByPerson {
  /** Columns to leave out: secrets and their hashes, bytes, and notes of others. */
  without?: readonly string[];
  /** Further values to export, as `key: SQL`. */
  and?: Readonly<Record<string, SQL>>;
}

/** Declares a table without personal data: the operator's own. */
export const operatorData = <Retention>(retention: Retention) => ({
  retention,
  personalData: { none: "the operator's settings, catalogue and processes" },
});

export const TOTALS: PersonalData = { none: "totals of other tables" };

/** An account, or a person who has none. */
export type DataSubject = { account: number } | { phone: string } | { email: string };

/** Selects the SQL for a person. @returns undefined where there is none. */
export function selectByPerson(by: ByPerson, person: DataSubject): SQL | undefined {
  if ("account" in person) return by.account?.(person.account);
  return "phone" in person ? by.phone?.(person.phone) : by.email?.(person.email);
}

export const byReseller: PersonalRows = { account: (id) => sql`t.reseller_id = ${id}` };
export const byAccount: PersonalRows = { account: (id) => sql`t.account_id = ${id}` };
export const byPhone = (phone: string) => sql`t.phone = ${phone}`;
/** By the reseller whose id `owner` selects. */
export const byOwner =
  (owner: SQL) =>
  (id: number): SQL =>
    sql`${owner} = ${id}`;
