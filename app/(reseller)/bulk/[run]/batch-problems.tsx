import { chooseBatchPlanAction, confirmBatchRowsAction } from "#app/(reseller)/bulk/actions.ts";
import { buildPlanOptions } from "#app/(reseller)/bulk/plan-options.ts";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Select, type SelectOption } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import { PageLink } from "#app/ui/page/page-link";
import { CONFIRMABLE_PROBLEMS } from "#lib/bulk/batch-draft";
import type { BatchDetail } from "#lib/bulk/batch-view";
import { PROBLEM_LABELS } from "#lib/bulk/check-batch-rows";

/** The problems of a batch by reason, with actions for many rows at once. */
export function BatchProblems({ run, plans }: { run: BatchDetail; plans: SelectOption[] }) {
  const { id, problems, unclear } = run;
  if (problems.length === 0) return <Banner kind="good">All rows are ready.</Banner>;
  return (
    <div className="grid min-w-0 gap-5">
      {unclear.length > 0 && (
        <Card title="Unclear plans">
          <ul className="grid gap-5">
            {unclear.map(({ words, problem, count, candidates }, n) => (
              <li key={words}>
                <ActionForm
                  action={chooseBatchPlanAction}
                  id={`words-${n}`}
                  hidden={{ id, words }}
                  className="gap-2"
                >
                  <FormStatus />
                  <div className="flex flex-wrap items-end gap-2">
                    <div className="min-w-0 flex-1 basis-56">
                      <Select
                        label={`${words ? `“${words}”` : "No plan"}: ${formatRowCount(count)}`}
                        name="planId"
                        empty={words ? PROBLEM_LABELS[problem] : "Select a plan for all of them"}
                        options={candidates.length > 0 ? buildPlanOptions(candidates) : plans}
                      />
                    </div>
                    <SubmitButton variant="secondary">Use plan</SubmitButton>
                  </div>
                </ActionForm>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="To check" padded={false}>
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
                  {formatRowCount(count)}
                </PageLink>
                <span className="block text-muted text-sm">{PROBLEM_LABELS[problem]}</span>
              </p>
              {(CONFIRMABLE_PROBLEMS as readonly string[]).includes(problem) && (
                <ActionForm action={confirmBatchRowsAction} id={`mean-${problem}`} hidden={{ id, problem }}>
                  <FormStatus />
                  <SubmitButton variant="secondary">Buy anyway</SubmitButton>
                </ActionForm>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

const formatRowCount = (count: number) => (count === 1 ? "1 row" : `${formatCount(count)} rows`);
