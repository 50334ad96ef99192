import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// Conditions on the state of a purchase. Schema and statements share them, so that statements match the
// partial indexes; migrations and functions of the database repeat the words.

/** It is queued, being sent or unconfirmed: its price is held. */
export const isUnsettled = (state: SQLWrapper): SQL => sql`${state} in ('queued', 'sending', 'unconfirmed')`;

/** It waits for its first response. */
export const isProcessing = (state: SQLWrapper): SQL => sql`${state} in ('queued', 'sending')`;

/** Its price went back to the wallet. */
export const isRefunded = (state: SQLWrapper): SQL => sql`${state} in ('failed', 'reversed')`;

/** The operator's part of the price of a purchase `p`, in minor units: the remainder is its buyer's parent's. */
export const selectProceeds = (p: SQLWrapper): SQL => sql`(${p}.price - ${p}.commission)`;
