import { exactTime, sayTime } from "#lib/core/time";
import { type Said, SaidTime } from "./said-time.tsx";

/** An instant as people say it ("today 14:05"), exact when pointed at. For server components only. */
export function Time({ at }: { at: Date }) {
  return <SaidTime {...sayIt(at)} />;
}

/** The same for a component of the browser's. */
export const sayIt = (at: Date): Said => ({ iso: at.toISOString(), said: sayTime(at), exact: exactTime(at) });
