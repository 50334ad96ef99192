import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "./context.ts";

/** Gauges about the whole portal, for Prometheus. */
export interface Gauges {
  /** Help texts by name. Times are in seconds. */
  help: Readonly<Record<string, string>>;
  /** Statements that select `name`, `labels` and `value`, from indexes that other pages need too. */
  select?(): Promise<readonly SQL[]>;
  /** Reads gauges that need more than a statement. */
  read?(ctx: Ctx): Promise<readonly GaugeSample[]>;
}

export interface GaugeSample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Selects a gauge without labels. */
export const selectGauge = (name: string, value: SQL, from = sql``): SQL =>
  sql`select ${name}::text as name, null::jsonb as labels, (${value})::numeric as value ${from}`;

export const ageInSeconds = (at: SQL): SQL => sql`extract(epoch from greatest(now() - ${at}, interval '0'))`;
