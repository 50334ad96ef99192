import { env } from "#lib/core/env";

/** A calendar day ("2026-11-20") as people say it: "20 Nov". */
export function sayDay(day: string): string {
  const format = new Intl.DateTimeFormat(env().LOCALE, { timeZone: "UTC", day: "numeric", month: "short" });
  return format.format(new Date(`${day}T00:00:00Z`));
}
