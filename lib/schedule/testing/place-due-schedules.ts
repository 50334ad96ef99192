import type { Ctx } from "#lib/core/context";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";
import { scheduleLane } from "#lib/schedule/place-due-schedules";

/** Buys everything that is due now. */
export const placeDueSchedules = async (ctx: Ctx): Promise<void> => runDueItems(ctx, scheduleLane(ctx));
