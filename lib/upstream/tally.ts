import type { z } from "zod";
import { log } from "#lib/core/log";
import { clean, isObject } from "./text.ts";

/** Counts what of a list was understood, and says in the log what was not and which field is to blame. */
export class Tally {
  understood = 0;
  leftOut = 0;

  /** The item as the schema understands it, or undefined with a line in the log. `weight`: plans inside. */
  read<T>(schema: z.ZodType<T>, item: unknown, what: "network" | "type" | "plan", weight = 1): T | undefined {
    const result = schema.safeParse(item);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    this.leave(what, item, issue?.path.join(".") || "item", issue?.message ?? "is not understood", weight);
    return undefined;
  }

  leave(what: string, item: unknown, field: string, why: string, weight = 1): void {
    this.leftOut += weight;
    const id = isObject(item) && item.id !== undefined ? clean(String(item.id), 40) : undefined;
    log.warn("upstream.left_out", { what, id, field, why });
  }

  /** Why the list as a whole cannot be relied on; undefined when it can. */
  verdict(): string | undefined {
    const all = this.understood + this.leftOut;
    if (all === 0) return "the list is empty";
    return this.leftOut * 2 > all ? `${this.leftOut} of ${all} items are not understood` : undefined;
  }
}
