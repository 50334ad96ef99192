import { MousePointerClick } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { secondAdmin, waitingOf } from "#lib/audit/second-admin-limits";
import { formatMoney } from "#lib/core/money";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { countText } from "../../../ui/count-text.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ActionForm } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { SumLine } from "../../../ui/sum-line.tsx";
import { MOST_ROWS } from "../bulk-action.ts";
import { KINDS, type Kind } from "../kinds.tsx";
import { RowAnswer, RowsAnswer } from "./row-answer.tsx";

export const metadata: Metadata = { title: "Many at once" };

interface Props {
  params: Promise<{ list: string }>;
  searchParams: Promise<Query>;
}

/** What will be done with each of the rows that were chosen, and afterwards what came of it. */
export default async function BulkPage({ params, searchParams }: Props) {
  const { ctx } = await requireAdminPage();
  const kind = new Map<string, Kind>(Object.entries(KINDS)).get((await params).list);
  const { act: name, row, all, ...filters } = await searchParams;
  const act = kind?.acts[String(name)];
  if (!kind || !act) notFound();
  const chosen = all ? { filters } : { names: [row ?? []].flat() };
  const [found, second] = await Promise.all([kind.read(ctx, chosen, String(name)), secondAdmin(ctx)]);
  const rows = found.slice(0, MOST_ROWS);
  const able = rows.filter(({ not }) => not === undefined);
  const [one, many] = kind.nouns;
  const count = (n: number) => `${countText(n)} ${n === 1 ? one : many}`;
  const waits =
    act.moves && second.exists
      ? waitingOf(
          second,
          able.map(({ amount }) => amount),
        )
      : [];
  const seconded = new Set(able.filter((_row, n) => waits[n]).map(({ name }) => name));
  const sum = able.reduce((sum, { amount }) => sum + amount, 0n);
  const back = { href: all ? address(kind.here, filters) : kind.here, label: kind.label };
  if (rows.length === 0)
    return (
      <>
        <PageHeader title={act.label} back={back} />
        <Card>
          <EmptyState
            icon={MousePointerClick}
            title="Nothing is chosen"
            action={<ButtonLink href={back.href}>Back to the list</ButtonLink>}
          >
            Tick the boxes of the rows that it is about, or take all that match.
          </EmptyState>
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={`${act.label}: ${count(rows.length)}`} back={back} />
      {found.length > MOST_ROWS && (
        <div className="mb-4">
          <Notice kind="warn" title={`More than ${countText(MOST_ROWS)} match`}>
            These are the first {countText(MOST_ROWS)}. Do these, and come again for the rest.
          </Notice>
        </div>
      )}
      <SumLine
        sums={[
          { label: "Possible", value: countText(able.length) },
          { label: act.moves ? "Money that moves" : "Together", value: <Money text={formatMoney(sum)} /> },
          { label: "Resellers", value: countText(new Set(able.map(({ reseller }) => reseller)).size) },
          ...(seconded.size > 0
            ? [{ label: "Wait for a second admin", value: countText(seconded.size) }]
            : []),
          ...(able.length < rows.length
            ? [{ label: "Not possible", value: countText(rows.length - able.length) }]
            : []),
        ]}
      />
      <ActionForm id="bulk-do" action={act.action} {...(act.hidden && { hidden: act.hidden })}>
        <Card>
          <div className="grid max-w-xl gap-4">
            <RowsAnswer />
            {able.length > 0 ? (
              <>
                {act.fields}
                {act.why !== null && (
                  <Input
                    form="bulk-do"
                    label={act.why ?? "Why"}
                    name="reason"
                    maxLength={500}
                    autoComplete="off"
                    hint={act.whyHint}
                  />
                )}
                <ConfirmPassword />
                <div>
                  <SubmitButton
                    form="bulk-do"
                    variant={act.danger ? "danger" : "primary"}
                    pendingText="One by one"
                  >
                    {`${act.label}: ${count(able.length)}`}
                  </SubmitButton>
                </div>
              </>
            ) : (
              <p className="text-muted">It is possible with none of these.</p>
            )}
          </div>
        </Card>
        <Card title="One by one" padded={false}>
          <ul className="divide-y divide-line">
            {rows.map(({ name, version, title, note, amount, not }) => (
              <li
                key={name}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,20rem)] md:px-5"
              >
                <div className="min-w-0">
                  <p className="font-medium">{title}</p>
                  <p className="wrap-anywhere text-muted text-sm">{note}</p>
                </div>
                <Money text={formatMoney(amount)} className="text-right font-semibold" />
                <div className="max-md:col-span-2 md:text-right">
                  {not === undefined && (
                    <input
                      type="hidden"
                      form="bulk-do"
                      name="row"
                      value={version === undefined ? name : `${name} ${version}`}
                    />
                  )}
                  <RowAnswer name={name}>
                    {not === undefined ? (
                      <span className="text-muted text-sm">
                        {seconded.has(name) ? "Waits for a second admin" : act.does}
                      </span>
                    ) : (
                      <span className="text-sm">Not possible. {not}</span>
                    )}
                  </RowAnswer>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      </ActionForm>
    </>
  );
}
