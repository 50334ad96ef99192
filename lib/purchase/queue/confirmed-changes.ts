import { type SQL, sql } from "drizzle-orm";

/** Committed changes that this process acted upon: it sent a purchase, or reported it to its buyer. */
interface ConfirmedChanges {
  attempts: Map<number, number>;
  placed: Set<string>;
}

/** Global, since the pages' bundle has a second copy of this file. */
const sharedGlobal = globalThis as { portalConfirmedChanges?: ConfirmedChanges };
const createChanges = (): ConfirmedChanges => ({ attempts: new Map(), placed: new Set() });

/** Returns the changes that were confirmed to this process and not forgotten yet (`forgetChanges`). */
export function getConfirmedChanges(): ConfirmedChanges {
  sharedGlobal.portalConfirmedChanges ??= createChanges();
  return sharedGlobal.portalConfirmedChanges;
}

/** Copies the changes, for one statement. */
export function copyConfirmedChanges(): ConfirmedChanges {
  const { attempts, placed } = getConfirmedChanges();
  return { attempts: new Map(attempts), placed: new Set(placed) };
}

/** Forgets changes that a later confirmed change implies: a copy of the database has the earlier ones too. */
export function forgetChanges({ attempts, placed }: ConfirmedChanges): void {
  const changes = getConfirmedChanges();
  for (const purchaseId of attempts.keys()) changes.attempts.delete(purchaseId);
  for (const ident of placed) changes.placed.delete(ident);
}

/** The condition that the database has all of these changes. */
export const hasChanges = ({ attempts, placed }: ConfirmedChanges): SQL => sql`(
  not exists (
    select from unnest(${`{${[...attempts.keys()].join()}}`}::bigint[],
      ${`{${[...attempts.values()].join()}}`}::bigint[]) as claim (purchase_id, id)
    where not exists (select from attempts a where a.id = claim.id and a.purchase_id = claim.purchase_id)
  ) and not exists (
    select from unnest(${`{${[...placed].join()}}`}::text[]) as placed (ident)
    where not exists (select from purchases p where p.ident = placed.ident)
  ))`;
