import type { ReactNode } from "react";
import type { FormAction } from "#app/ui/form/form";
import type { MovementKind } from "#lib/audit/approval-limits";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { Permission } from "#lib/core/permission";
import type { RowResults } from "#lib/request/run-per-row";
import { MAX_BULK_ROWS } from "./bulk-action.ts";

interface BulkTarget {
  /** Selects the row, and with its version is the input of its function. */
  name: string;
  version?: number;
  title: string;
  note: string;
  amount: Minor;
  /** Absent where the row is about no reseller. */
  reseller?: number;
}

export interface BulkKindAction<T> {
  label: string;
  /** The permission to use it: others don't see it. */
  needs: Permission;
  /** Its effect on a row, and how that moves the amount, if it does. */
  does: string;
  moves: MovementKind | false;
  /** Returns the reason that it is not possible for a row; undefined where it is. */
  not: (row: T) => string | undefined;
  action: FormAction<RowResults>;
  hidden?: Readonly<Record<string, string>>;
  /** Fields before the reason, and the reason's label; null asks for none. */
  fields?: ReactNode;
  reasonLabel?: string | null;
  reasonHint?: string;
  danger?: boolean;
}

type BulkSelection = { names: readonly string[] } | { filters: Record<string, unknown> };

export interface BulkKind {
  /** Its name in the address of the confirmation page. */
  name: string;
  here: string;
  label: string;
  nouns: readonly [one: string, many: string];
  acts: Readonly<Record<string, Omit<BulkKindAction<never>, "not">>>;
  /** Reads the selected rows, or all that the filters find, at most one more than a form takes. */
  read: (
    ctx: Ctx,
    chosen: BulkSelection,
    act: string,
  ) => Promise<(BulkTarget & { not: string | undefined })[]>;
  /** Counts the rows that the filters find, at most one more than a form takes. */
  count: (ctx: Ctx, filters: Record<string, unknown>) => Promise<number>;
}

interface BulkKindOptions<T> extends Omit<BulkKind, "acts" | "read" | "count"> {
  acts: Readonly<Record<string, BulkKindAction<T>>>;
  list: {
    byKeys: (ctx: Ctx, names: readonly string[]) => Promise<T[]>;
    page: (ctx: Ctx, filters: Record<string, unknown>, size: number) => Promise<{ rows: T[] }>;
  };
  row: (of: T) => BulkTarget;
  warnings?: (ctx: Ctx, rows: readonly T[]) => Promise<ReadonlyMap<string, string>>;
}

export function defineBulkKind<T>({ acts, list, row, warnings, ...rest }: BulkKindOptions<T>): BulkKind {
  return {
    ...rest,
    acts,
    count: async (ctx, filters) => (await list.page(ctx, filters, MAX_BULK_ROWS + 1)).rows.length,
    read: async (ctx, chosen, act) => {
      const rows =
        "names" in chosen
          ? await list.byKeys(ctx, chosen.names.slice(0, MAX_BULK_ROWS + 1))
          : (await list.page(ctx, chosen.filters, MAX_BULK_ROWS + 1)).rows;
      const warned = await warnings?.(ctx, rows);
      return rows.map((of) => {
        const { note, ...one } = row(of);
        const warning = warned?.get(one.name);
        return { ...one, note: warning ? `${note}. ${warning}` : note, not: acts[act]?.not(of) };
      });
    },
  };
}
