import type { Minor } from "#lib/core/money";

/** What a test token seems to have, in minor units; nothing ever changes it. */
export const TEST_MONEY: Minor = 10_000_000n;
