import type { ReactNode } from "react";
import type { CaseWord } from "#lib/purchase/case/case-view";
import { cx } from "./cx.ts";
import { Time } from "./time.tsx";

interface Said extends CaseWord {
  /** Who said it, as its reader calls them. */
  who: string;
  /** More for this reader. */
  note?: ReactNode;
}

const MEANS: Partial<Record<CaseWord["kind"], string>> = {
  reopened: "Still not received",
  delivered: "It was delivered",
  money_back: "Money back",
  asking: "Asking the network",
  owner: "Needs the number’s owner",
};

const FROM_RESELLER: readonly CaseWord["kind"][] = ["opened", "reply", "reopened"];

/** What was said in a case, oldest first: the reseller's words and the desk's set apart. */
export function CaseTalk({ said }: { said: readonly Said[] }) {
  return (
    <ol className="grid gap-3">
      {said.map(({ at, kind, who, text, erased, answerBy, note }) => (
        <li
          key={`${at.getTime()} ${kind}`}
          className={cx(
            "rounded-md border border-line px-4 py-3",
            !FROM_RESELLER.includes(kind) && "bg-sunken",
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm">
            <span className="font-medium text-ink">
              {who}
              {MEANS[kind] && `: ${MEANS[kind]}`}
            </span>
            <Time at={at} />
          </p>
          {text && <p className="mt-1 whitespace-pre-line break-words">{text}</p>}
          {erased && <p className="mt-1 text-muted text-sm">What was written is erased by now.</p>}
          {answerBy && (
            <p className="mt-1 text-sm">
              More by <Time at={answerBy} />.
            </p>
          )}
          {note}
        </li>
      ))}
    </ol>
  );
}
