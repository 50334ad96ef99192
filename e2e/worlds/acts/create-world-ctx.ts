import type { Ctx } from "#lib/core/context";
import { createSystemCtx } from "#lib/job/start-worker";

/** Creates the context of the world's own deeds in a portal. */
export const createWorldCtx = (): Ctx => createSystemCtx("world");
