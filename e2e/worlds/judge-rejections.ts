import type { Verdict } from "#e2e/chaos/verdict";
import type { World } from "./world/world.ts";

/** Codes of a constraint or trigger that keeps the portal from a wrong write; a repeated ref isn't one. */
const KEPT_FROM_WRITING = ["23001", "23502", "23503", "23514", "P0001"];
/** A rule that the portal relies on: another database can take over between two statements. */
const RELIED_ON = "purchases_home_check";

/** Judges that the database never had to keep the portal from a wrong write. */
export function judgeRejections({ history }: World): Verdict {
  const broken = KEPT_FROM_WRITING.flatMap((code) => history.errors.get(code) ?? []);
  return {
    name: "no rule of the database had to prevent a write",
    checked: history.events,
    broken: broken.filter((line) => !line.includes(RELIED_ON)),
  };
}
