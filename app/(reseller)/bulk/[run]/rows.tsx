import { Check, Pencil, X } from "lucide-react";
import { ASKED } from "#lib/bulk/draft";
import { PROBLEM_WORDS } from "#lib/bulk/problem-words";
import type { RowView } from "#lib/bulk/row-list";
import type { RunDetail } from "#lib/bulk/run-view";
import { decimalText, formatMoney } from "#lib/core/money";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { Money } from "../../../ui/money.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { change, mean, remove } from "../actions.ts";
import { statusWords } from "../run-words.ts";

interface Props {
  run: RunDetail;
  rows: readonly RowView[];
  /** Whose numbers they are, as far as they are saved, by the numbers in E.164. */
  names: ReadonlyMap<string, string>;
  /** The row that is being changed, and the plans to choose from. */
  edit: number;
  plans: SelectOption[];
  /** This page's own address. */
  back: string;
}

/** The rows of a list, each with its number, plan, note and price, and what is to say about it. */
export function Rows({ run, rows, names, edit, plans, back }: Props) {
  return (
    <Card padded={false}>
      <ol className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} id={`row-${row.id}`} className="relative scroll-mt-4 px-4 py-2.5 md:px-5">
            {row.id === edit ? (
              <EditRow run={run} row={row} plans={plans} back={back} />
            ) : (
              <ShownRow run={run} row={row} name={names.get(row.phoneE164 ?? "")} back={back} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface ShownProps {
  run: RunDetail;
  row: RowView;
  name: string | undefined;
  back: string;
}

function ShownRow({ run, row, name, back }: ShownProps) {
  const { line, phone, number, planLabel, plan, note, price, priceWas, ident } = row;
  const paid = row.retail === null ? row.retailText : formatMoney(row.retail);
  const draft = run.state === "draft";
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <span className="w-9 shrink-0 pt-0.5 text-right text-faint text-sm tabular-nums">{line}</span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className={phone ? "whitespace-nowrap font-medium" : "min-w-0 break-all font-medium"}>
            {ident ? (
              <PageLink href={`/purchases/${ident}`} className="stretched rounded-sm">
                {phone}
              </PageLink>
            ) : (
              (phone ?? (number || "No number"))
            )}
          </span>
          {price !== null && (
            <span className="shrink-0 font-semibold">
              {priceWas !== null && <s className="mr-2 font-normal text-faint">{formatMoney(priceWas)}</s>}
              <Money text={formatMoney(price)} />
            </span>
          )}
        </p>
        <p className="flex items-start justify-between gap-x-3">
          <span className="min-w-0 break-words text-muted text-sm">
            {planLabel ?? (plan ? `“${plan}”` : "No plan")}
          </span>
          {!draft && <StatusBadge row={row} />}
        </p>
        {(name || note || paid) && (
          <p className="break-words text-faint text-sm">
            {[name, note, paid && `Customer pays ${paid}`].filter(Boolean).join(" · ")}
          </p>
        )}
        <Remark run={run} row={row} back={back} />
      </div>
    </div>
  );
}

function StatusBadge({ row: { status } }: { row: RowView }) {
  const { word, tone } = statusWords(status);
  return (
    <Badge tone={tone} icon>
      {word}
    </Badge>
  );
}

/** What is wrong, asked or answered, and what can be done about it while nothing was bought. */
function Remark({ run, row, back }: { run: RunDetail; row: RowView; back: string }) {
  const { problem, outcome, status } = row;
  const told = outcome ?? (problem && PROBLEM_WORDS[problem]);
  const asked = problem !== null && (ASKED as readonly string[]).includes(problem);
  const draft = run.state === "draft";
  return (
    <>
      {told && status !== "successful" && (
        <p
          className={`mt-0.5 break-words text-sm ${draft ? (asked ? "text-unsure" : "text-bad") : "text-muted"}`}
        >
          {told}
        </p>
      )}
      {draft && (
        <div className="-ml-3 flex flex-wrap items-center">
          <PageLink
            href={`${back}${back.includes("?") ? "&" : "?"}edit=${row.id}#row-${row.id}`}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            <PlainIcon icon={Pencil} />
            Change<span className="sr-only"> row {row.line}</span>
          </PageLink>
          {asked && (
            <ActionForm action={mean} id={`mean-${row.id}`} hidden={{ id: run.id, row: row.id }}>
              <FormAnswer />
              <SubmitButton variant="quiet" size="sm">
                <PlainIcon icon={Check} />
                Buy it all the same
              </SubmitButton>
            </ActionForm>
          )}
          <ActionForm action={remove} id={`remove-${row.id}`} hidden={{ id: run.id, row: row.id }}>
            <FormAnswer />
            <SubmitButton variant="quiet" size="sm">
              <PlainIcon icon={X} />
              Remove<span className="sr-only"> row {row.line}</span>
            </SubmitButton>
          </ActionForm>
        </div>
      )}
    </>
  );
}

function EditRow({
  run,
  row,
  plans,
  back,
}: {
  run: RunDetail;
  row: RowView;
  plans: SelectOption[];
  back: string;
}) {
  const known = plans.some(({ value }) => value === String(row.planId));
  const asWritten = { value: row.plan, label: row.plan ? `“${row.plan}”` : "No plan" };
  return (
    <ActionForm action={change} id={`edit-${row.id}`} hidden={{ id: run.id, row: row.id, back }}>
      <FormAnswer />
      <div className="grid gap-3 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,12rem)_8rem]">
        <Input
          label={`Number of row ${row.line}`}
          name="number"
          inputMode="tel"
          autoComplete="off"
          autoFocus
          maxLength={40}
          defaultValue={row.number}
          error={row.problem === "number" ? PROBLEM_WORDS.number : undefined}
        />
        <Select
          label="Plan"
          name="plan"
          options={known ? plans : [asWritten, ...plans]}
          defaultValue={known ? String(row.planId) : row.plan}
          error={
            row.planId === null && row.problem && row.problem !== "number"
              ? PROBLEM_WORDS[row.problem]
              : undefined
          }
        />
        <Input label="Note" name="note" optional autoComplete="off" maxLength={200} defaultValue={row.note} />
        <Input
          label="Customer pays"
          name="retail"
          optional
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          defaultValue={row.retail === null ? row.retailText : decimalText(row.retail)}
          error={row.problem === "retail" ? PROBLEM_WORDS.retail : undefined}
        />
      </div>
      <div className="flex gap-2">
        <SubmitButton>Save</SubmitButton>
        <PageLink href={`${back}#row-${row.id}`} className={buttonClass({ variant: "quiet" })}>
          Leave it
        </PageLink>
      </div>
    </ActionForm>
  );
}
