import { z } from "zod";
import { requireReseller } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { type CheckedLine, VERDICTS } from "./import.ts";

/** Lines of an import that were looked at, in their order, page by page. */
export const importList = (lines: readonly CheckedLine[]) =>
  defineList({
    allow: requireReseller,
    order: "oldest",
    filter: { show: z.enum([...VERDICTS, "plan"]) },
    pageSize: 50,
    read: async (_ctx, { show }, { cursor: { after = 0, before }, limit, page }) => {
      const shown = lines.filter(
        ({ verdict, planProblem }) =>
          show === undefined || (show === "plan" ? planProblem !== null : verdict === show),
      );
      const backward = after === 0 && before !== undefined;
      const rows = backward
        ? shown.filter(({ id }) => id < before).reverse()
        : shown.filter(({ id }) => id > after);
      return page(rows.slice(0, limit), (line) => line);
    },
  });
