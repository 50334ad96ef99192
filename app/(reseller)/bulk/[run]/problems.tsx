import { ASKED } from "#lib/bulk/draft";
import { PROBLEM_WORDS } from "#lib/bulk/problem-words";
import type { RunDetail } from "#lib/bulk/run-view";
import { Card } from "../../../ui/card.tsx";
import { countText } from "../../../ui/count-text.ts";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { choose, mean } from "../actions.ts";
import { planOptions } from "../plan-options.ts";

/** What is to be looked at, by its reason, and what settles many rows at once. */
export function Problems({ run, plans }: { run: RunDetail; plans: SelectOption[] }) {
  const { id, problems, unclear } = run;
  if (problems.length === 0) return <Notice kind="good">Every row is ready.</Notice>;
  return (
    <div className="grid min-w-0 gap-5">
      {unclear.length > 0 && (
        <Card title="Which plan?">
          <ul className="grid gap-5">
            {unclear.map(({ words, problem, count, candidates }, n) => (
              <li key={words}>
                <ActionForm action={choose} id={`words-${n}`} hidden={{ id, words }} className="gap-2">
                  <FormAnswer />
                  <div className="flex flex-wrap items-end gap-2">
                    <div className="min-w-0 flex-1 basis-56">
                      <Select
                        label={`${words ? `“${words}”` : "No plan named"}: ${rowsText(count)}`}
                        name="planId"
                        empty={words ? PROBLEM_WORDS[problem] : "Choose one for all of them"}
                        options={candidates.length > 0 ? planOptions(candidates) : plans}
                      />
                    </div>
                    <SubmitButton variant="secondary">Use it</SubmitButton>
                  </div>
                </ActionForm>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="To look at" padded={false}>
        <ul className="divide-y divide-line">
          {problems.map(({ problem, count }) => (
            <li
              key={problem}
              className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-5"
            >
              <p className="min-w-0 flex-1 basis-52">
                <PageLink
                  href={`/bulk/${id}?show=problem`}
                  className="font-medium underline underline-offset-4"
                >
                  {rowsText(count)}
                </PageLink>
                <span className="block text-muted text-sm">{PROBLEM_WORDS[problem]}</span>
              </p>
              {(ASKED as readonly string[]).includes(problem) && (
                <ActionForm action={mean} id={`mean-${problem}`} hidden={{ id, problem }}>
                  <FormAnswer />
                  <SubmitButton variant="secondary">Buy them all the same</SubmitButton>
                </ActionForm>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

const rowsText = (count: number) => (count === 1 ? "1 row" : `${countText(count)} rows`);
