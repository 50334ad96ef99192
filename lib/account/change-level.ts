import { z } from "zod";
import { type Ctx, LEVELS } from "#lib/core/context";
import { changeReseller, ResellerChange } from "./change-reseller.ts";

export const ChangeLevelInput = ResellerChange.extend({ level: z.enum(LEVELS, "Choose a level.") });
export type ChangeLevelInput = z.infer<typeof ChangeLevelInput>;

/** Sets the level whose prices a reseller pays from the next purchase on; API is the one with tokens. Admins only. */
export async function changeLevel(ctx: Ctx, input: ChangeLevelInput): Promise<void> {
  const { level, ...change } = ChangeLevelInput.parse(input);
  await changeReseller(ctx, change, "reseller.level", { level });
}
