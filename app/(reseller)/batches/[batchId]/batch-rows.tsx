import {
  changeBatchRowAction,
  confirmBatchRowsAction,
  removeBatchRowAction,
} from "#app/(reseller)/batches/actions.ts";
import { rowStatusLabel } from "#app/(reseller)/batches/batch-labels.ts";
import { PlanSelect } from "#app/(reseller)/buy/plan-select";
import { StateBadge } from "#app/ui/badge";
import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { ActionButton } from "#app/ui/form/action-button";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { DecimalInput, Input } from "#app/ui/form/input";
import type { SelectOption } from "#app/ui/form/select";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Check, Pencil, X } from "#app/ui/icon/icons.ts";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateText } from "#app/ui/private-money";
import { isConfirmable } from "#lib/batch/batch-draft";
import { type BatchRowView, describeBatchRow } from "#lib/batch/batch-row-list";
import type { BatchDetail } from "#lib/batch/batch-view";
import { PROBLEM_LABELS } from "#lib/batch/check-batch-rows";
import { formatMoney } from "#lib/core/money/money";

interface Props {
  batch: BatchDetail;
  rows: readonly BatchRowView[];
  /** Names of saved customers by phone number (E.164). */
  names: ReadonlyMap<string, string>;
  /** The id of the row to change, and the plans to choose from. */
  edit: number;
  plans: SelectOption[];
  back: string;
}

export function BatchRows({ batch, rows, names, edit, plans, back }: Props) {
  return (
    <Card padded={false}>
      <ol className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} id={`row-${row.id}`} className="relative scroll-mt-4 px-4 py-2.5 md:px-5">
            {row.id === edit ? (
              <EditRow batch={batch} row={row} plans={plans} back={back} />
            ) : (
              <ReadOnlyRow batch={batch} row={row} name={names.get(row.phoneE164 ?? "")} back={back} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  batch: BatchDetail;
  row: BatchRowView;
  back: string;
}

function ReadOnlyRow({ batch, row, name, back }: RowProps & { name: string | undefined }) {
  const { line, phone, number, planLabel, plan, note, price, previousPrice, ident } = row;
  const paid = row.sellingPrice === null ? row.sellingPriceText : formatMoney(row.sellingPrice);
  const draft = batch.state === "draft";
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <span className="w-9 shrink-0 pt-0.5 text-right text-faint text-sm tabular-nums">{line}</span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className={phone ? "whitespace-nowrap font-medium" : "min-w-0 break-all font-medium"}>
            {ident ? (
              <RowLink href={`/purchases/${ident}`} label={`${phone}, row ${line}`}>
                {phone}
              </RowLink>
            ) : (
              (phone ?? (number || "No number"))
            )}
          </span>
          {price !== null && (
            <PrivateText>
              <span className="shrink-0 font-semibold">
                {previousPrice !== null && (
                  <span className="mr-2 font-normal text-muted text-sm">
                    was {formatMoney(previousPrice)}
                  </span>
                )}
                <Money text={formatMoney(price)} />
              </span>
            </PrivateText>
          )}
        </p>
        <p className="flex items-start justify-between gap-x-3">
          <span className="min-w-0 break-words text-muted text-sm">
            {planLabel ?? (plan ? `“${plan}”` : "No plan")}
          </span>
          {!draft && <StateBadge {...rowStatusLabel(row.status)} />}
        </p>
        {(name || note || paid) && (
          <p className="break-words text-faint text-sm">
            {[name, note, paid && `Customer pays ${paid}`].filter(Boolean).join(" · ")}
          </p>
        )}
        {draft && row.otherNetwork && row.problem !== "other_network" && (
          <p className="mt-0.5 text-sm text-unsure">
            {`This number looks like ${row.otherNetwork}. The plan is for another network.`}
          </p>
        )}
        <RowRemark batch={batch} row={row} back={back} />
      </div>
    </div>
  );
}

/** The problem or result of a row, with actions while it is a draft. */
function RowRemark({ batch, row, back }: RowProps) {
  const { problem, status } = row;
  const remark = describeBatchRow(row);
  const mayConfirm = isConfirmable(problem);
  const draft = batch.state === "draft";
  return (
    <>
      {remark && status !== "successful" && (
        <p
          className={`mt-0.5 break-words text-sm ${draft ? (mayConfirm ? "text-unsure" : "text-bad") : "text-muted"}`}
        >
          {remark}
        </p>
      )}
      {draft && (
        <div className="-ml-3 flex flex-wrap items-center">
          <PageLink
            href={`${back}${back.includes("?") ? "&" : "?"}edit=${row.id}#row-${row.id}`}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            <Pencil />
            Change<span className="sr-only"> row {row.line}</span>
          </PageLink>
          {mayConfirm && (
            <ActionButton
              action={confirmBatchRowsAction}
              id={`mean-${row.id}`}
              hidden={{ id: batch.id, row: row.id }}
              variant="quiet"
              size="sm"
            >
              <Check />
              Buy anyway
            </ActionButton>
          )}
          <ActionButton
            action={removeBatchRowAction}
            id={`remove-${row.id}`}
            hidden={{ id: batch.id, row: row.id }}
            variant="quiet"
            size="sm"
          >
            <X />
            Remove<span className="sr-only"> row {row.line}</span>
          </ActionButton>
        </div>
      )}
    </>
  );
}

function EditRow({ batch, row, plans, back }: RowProps & { plans: SelectOption[] }) {
  const isListed = plans.some(({ value }) => value === String(row.planId));
  const asWritten = { value: row.plan, label: row.plan ? `“${row.plan}”` : "No plan" };
  return (
    <ActionForm
      action={changeBatchRowAction}
      id={`edit-${row.id}`}
      hidden={{ id: batch.id, row: row.id, back }}
    >
      <FormStatus />
      <div className="grid gap-3 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,12rem)_8rem]">
        <Input
          label={`Phone number in row ${row.line}`}
          name="number"
          inputMode="tel"
          autoComplete="off"
          autoFocus
          maxLength={40}
          defaultValue={row.number}
          error={row.problem === "number" ? (describeBatchRow(row) ?? undefined) : undefined}
        />
        <PlanSelect
          label="Plan"
          name="plan"
          options={isListed ? plans : [asWritten, ...plans]}
          defaultValue={isListed ? String(row.planId) : row.plan}
          error={
            row.planId === null && row.problem && row.problem !== "number"
              ? PROBLEM_LABELS[row.problem]
              : undefined
          }
        />
        <Input label="Note" name="note" optional autoComplete="off" maxLength={200} defaultValue={row.note} />
        <DecimalInput
          label="Customer pays"
          name="sellingPrice"
          optional
          maxLength={30}
          defaultValue={row.sellingPriceText}
          hint={
            row.sellingPriceText === "" &&
            row.sellingPrice !== null &&
            `From your prices: ${formatMoney(row.sellingPrice)}`
          }
          error={row.problem === "selling_price" ? PROBLEM_LABELS.selling_price : undefined}
        />
      </div>
      <div className="flex gap-2">
        <SubmitButton>Save</SubmitButton>
        <PageLink href={`${back}#row-${row.id}`} className={buttonClass({ variant: "quiet" })}>
          Cancel
        </PageLink>
      </div>
    </ActionForm>
  );
}
