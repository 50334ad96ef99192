import {
  chooseImportColumnsAction,
  discardImportAction,
  saveImportAction,
} from "#app/(reseller)/customers/actions.ts";
import { ListReading } from "#app/(reseller)/list-reading";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ActionButton } from "#app/ui/form/action-button";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody } from "#app/ui/list/list-page";
import { PageHeader } from "#app/ui/page/page-header";
import type { Tone } from "#app/ui/purchase/purchase-labels.ts";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import {
  type CheckedImportRow,
  checkImport,
  createImportList,
  getImportReading,
  type ImportVerdict,
} from "#lib/customer/customer-import";
import { requireResellerPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";

export const metadata = { title: "Import customers" };

interface Props {
  params: Promise<{ import: string }>;
  searchParams: Promise<Query>;
}

/** Checks an import before it is saved, row by row. Works without script. */
export default async function CheckImportPage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage("customers");
  const { import: id } = await params;
  const [lines, reading] = await loadOrNotFound(
    Promise.all([checkImport(ctx, { id }), getImportReading(ctx, { id })]),
  );
  const page = await createImportList(lines).page(ctx, await searchParams);
  const path = `/customers/import/${id}`;
  const verdicts = countVerdicts(lines);
  const unplannedRows = lines.filter(({ planProblem }) => planProblem);
  const open = unplannedRows.filter(({ verdict }) => SAVED_VERDICTS.includes(verdict)).length;
  return (
    <>
      <PageHeader
        title={lines.length === 1 ? "1 row" : `${formatCount(lines.length)} rows`}
        lead="Nothing is saved until you confirm."
        back={{ href: "/customers/import", label: "Import" }}
      />
      {reading && (
        <div className="mb-5 empty:hidden">
          <ListReading
            id={Number(id)}
            reading={reading}
            roles={IMPORT_ROLES}
            action={chooseImportColumnsAction}
          />
        </div>
      )}
      <div className="mb-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-3 lg:order-2">
          <SaveImportForm id={id} lines={lines} />
        </div>
        <Card title="Summary" padded={false}>
          <ul className="divide-y divide-line">
            {verdicts.map(({ value, label, count }) => (
              <VerdictCount key={value} count={count} label={label} />
            ))}
            {open > 0 && (
              <VerdictCount count={open} label="Saved without a plan. See the reason in each row." />
            )}
          </ul>
        </Card>
      </div>
      <ListFilters
        here={path}
        on={page.on}
        filters={[
          {
            ...VERDICT_FILTER,
            options: unplannedRows.length > 0 ? [...verdicts, UNPLANNED_OPTION] : verdicts,
          },
        ]}
      />
      <ListBody here={path} page={page} empty={NO_ROWS} labels={{ previous: "Back", next: "More" }}>
        <Card padded={false}>
          <ol className="divide-y divide-line">
            {page.rows.map((line) => (
              <ImportRowItem key={line.id} line={line} />
            ))}
          </ol>
        </Card>
      </ListBody>
    </>
  );
}

const IMPORT_ROLES = ["number", "name", "plan", "network", "note"] as const;

const SAVED_VERDICTS: readonly ImportVerdict[] = ["new", "known", "same"];

const NO_ROWS = { title: "No matching rows", text: "Show all rows to see the others." };

const VERDICT_FILTER = { name: "show", label: "Show", empty: "All rows" };

const VERDICT_LABELS: Record<ImportVerdict, { word: string; tone: Tone; note: string }> = {
  new: { word: "New", tone: "good", note: "New: will be saved." },
  known: { word: "Changed", tone: "wait", note: "Already saved, with other details." },
  same: { word: "Unchanged", tone: "plain", note: "Already saved: nothing changes." },
  twice: { word: "Left out", tone: "bad", note: "Same phone number as a row above: left out." },
  number: { word: "Left out", tone: "bad", note: "This mobile number isn’t valid. Left out." },
};

const UNPLANNED_OPTION = { value: "plan", label: "Without a plan" };

/** Counts the rows of each verdict that there are, as options of the filter. */
function countVerdicts(lines: readonly CheckedImportRow[]) {
  return (Object.keys(VERDICT_LABELS) as ImportVerdict[])
    .map((value) => ({
      value,
      label: VERDICT_LABELS[value].note,
      count: lines.filter(({ verdict }) => verdict === value).length,
    }))
    .filter(({ count }) => count > 0);
}

function VerdictCount({ count, label }: { count: number; label: string }) {
  return (
    <li className="flex min-h-12 items-center gap-4 px-4 py-2 md:px-5">
      <span className="min-w-10 text-right font-semibold tabular-nums">{formatCount(count)}</span>
      <span className="text-muted">{label}</span>
    </li>
  );
}

function SaveImportForm({ id, lines }: { id: string; lines: readonly CheckedImportRow[] }) {
  const created = lines.filter(({ verdict }) => verdict === "new").length;
  const existing = lines.filter(({ verdict }) => verdict === "known").length;
  return (
    <>
      {created + existing > 0 && (
        <ActionForm action={saveImportAction} id="save" hidden={{ id }}>
          <FormStatus />
          {existing > 0 && (
            <FieldSet legend={`${formatCount(existing)} already saved`} name="known">
              <Radio
                name="known"
                value="update"
                defaultChecked
                label="Update them"
                note="Empty cells don’t change the saved details."
              />
              <Radio name="known" value="skip" label="Keep saved details" />
            </FieldSet>
          )}
          <SubmitButton size="lg" wide pendingText="Saving">
            {created > 0 ? `Save ${formatCount(created)} new` : "Save"}
          </SubmitButton>
        </ActionForm>
      )}
      <ActionButton action={discardImportAction} id="drop" hidden={{ id }} variant="quiet" wide>
        Delete import
      </ActionButton>
    </>
  );
}

function ImportRowItem({ line }: { line: CheckedImportRow }) {
  const { id, number, phone, name, nameWas, plan, planProblem, note, verdict } = line;
  const { word, tone, note: verdictNote } = VERDICT_LABELS[verdict];
  const planLabel = plan && formatPlanLabel(plan);
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 md:px-5">
      <span className="w-9 shrink-0 pt-0.5 text-right text-faint text-sm tabular-nums">{id}</span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className={phone ? "whitespace-nowrap font-medium" : "min-w-0 break-all font-medium"}>
            {number || "No number"}
          </span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="break-words">
          {name}
          {nameWas !== null && <span className="text-muted text-sm"> instead of {nameWas}</span>}
        </p>
        {planLabel && <p className="break-words text-muted text-sm">{planLabel}</p>}
        {planProblem && <p className="break-words text-sm text-unsure">{planProblem}</p>}
        {note && <p className="break-words text-faint text-sm">{note}</p>}
        {tone === "bad" && <p className="text-bad text-sm">{verdictNote}</p>}
      </div>
    </li>
  );
}
