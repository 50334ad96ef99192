"use client";

import type { ReactNode } from "react";
import type { RowAnswer as Answer, RowAnswers } from "#lib/web/per-row";
import { Badge } from "../../../ui/badge.tsx";
import { FormAnswer, useResult } from "../../../ui/form.tsx";
import type { Tone } from "../../../ui/purchase-words.ts";

const WORDS: Record<Answer["came"], { word: string; tone: Tone }> = {
  done: { word: "Done", tone: "good" },
  waits: { word: "Waits for a second admin", tone: "wait" },
  not_possible: { word: "Not possible", tone: "unsure" },
  failed: { word: "Failed", tone: "bad" },
};

/** What came of all of them, in a sentence: no good news where nothing was done of any. */
export function RowsAnswer() {
  const answers = useResult<RowAnswers>();
  const came = Object.values(answers?.rows ?? {}).map((one) => one.came);
  const nothing = answers && !came.includes("done") && !came.includes("waits");
  return (
    <>
      {!answers && <p className="text-muted">Nothing is done yet.</p>}
      <FormAnswer of={["row"]} trouble={nothing ? answers.said : undefined} />
    </>
  );
}

/** What came of a row once its form was sent; until then what will. */
export function RowAnswer({ name, children }: { name: string; children: ReactNode }) {
  const answer = useResult<RowAnswers>()?.rows[name];
  if (!answer) return children;
  const { word, tone } = WORDS[answer.came];
  return (
    <>
      <Badge tone={tone} icon>
        {word}
      </Badge>
      {answer.words && <span className="mt-1 block text-sm">{answer.words}</span>}
    </>
  );
}
