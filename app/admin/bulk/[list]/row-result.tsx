"use client";

import type { ReactNode } from "react";
import { StateBadge } from "#app/ui/badge";
import { FormStatus, useResult } from "#app/ui/form/form";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { RowResult as Answer, RowResults } from "#lib/request/run-per-row";

const LABELS: Record<Answer["came"], StateLabel> = {
  done: { word: "Done", tone: "good" },
  waits: { word: "Pending approval", tone: "wait" },
  not_possible: { word: "Not possible", tone: "unsure" },
  failed: { word: "Failed", tone: "bad" },
};

/** The result of all rows in a sentence: as an error where none was done. */
export function RowResultsSummary() {
  const answers = useResult<RowResults>();
  const came = Object.values(answers?.rows ?? {}).map((row) => row.came);
  const nothing = answers && !came.includes("done") && !came.includes("waits");
  return (
    <>
      {!answers && <p className="text-muted">Not started yet.</p>}
      <FormStatus of={["row"]} trouble={nothing ? answers.message : undefined} />
    </>
  );
}

/** The result of a row once the form is sent; until then its effect. */
export function RowResultCell({ name, children }: { name: string; children: ReactNode }) {
  const answer = useResult<RowResults>()?.rows[name];
  if (!answer) return children;
  return (
    <>
      <StateBadge {...LABELS[answer.came]} />
      {answer.explanation && <span className="mt-1 block text-sm">{answer.explanation}</span>}
    </>
  );
}
