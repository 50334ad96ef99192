import type { Ctx } from "#lib/core/context";
import type { Book } from "./book.ts";
import { liveBook } from "./live-book.ts";
import { testBook } from "./test-mode/test-book.ts";

/** The book of whoever calls. */
export function bookOf(ctx: Ctx): Book {
  return ctx.actor.kind === "token" && ctx.actor.test ? testBook : liveBook;
}
