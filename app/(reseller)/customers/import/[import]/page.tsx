import type { Metadata } from "next";
import { PROBLEM_WORDS } from "#lib/bulk/problem-words";
import { type CheckedLine, checkImport, type Verdict } from "#lib/customer/import";
import { importList } from "#lib/customer/import-list";
import { requireResellerPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import type { Query } from "../../../../ui/address.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Card } from "../../../../ui/card.tsx";
import { FieldSet, Radio } from "../../../../ui/checkbox.tsx";
import { countText } from "../../../../ui/count-text.ts";
import { ActionForm, FormAnswer } from "../../../../ui/form.tsx";
import { ListFilters } from "../../../../ui/list-filters.tsx";
import { ListBody } from "../../../../ui/list-page.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import type { Tone } from "../../../../ui/purchase-words.ts";
import { SubmitButton } from "../../../../ui/submit-button.tsx";
import { keepImport, throwAway } from "../../actions.ts";

export const metadata: Metadata = { title: "Import customers" };

interface Props {
  params: Promise<{ import: string }>;
  searchParams: Promise<Query>;
}

/** An import before it is saved: what becomes of each row, and why. Works without script. */
export default async function CheckImportPage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const text = (await params).import;
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  const lines = await orNotFound((async () => checkImport(ctx, { id }))());
  const page = await importList(lines).page(ctx, await searchParams);
  const here = `/customers/import/${id}`;
  const open = lines.filter(({ planProblem, verdict }) => planProblem && SAVED.includes(verdict)).length;
  return (
    <>
      <PageHeader
        title={lines.length === 1 ? "1 row" : `${countText(lines.length)} rows`}
        lead="Nothing is saved until you say so."
        back={{ href: "/customers/import", label: "Import" }}
      />
      <div className="mb-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-3 lg:order-2">
          <Save id={id} lines={lines} />
        </div>
        <Card title="What becomes of them" padded={false}>
          <ul className="divide-y divide-line">
            {(Object.keys(VERDICT) as Verdict[]).map((verdict) => {
              const count = lines.filter((line) => line.verdict === verdict).length;
              return count > 0 && <Count key={verdict} count={count} words={VERDICT[verdict].told} />;
            })}
            {open > 0 && <Count count={open} words="Saved without their plan: it says why beside them." />}
          </ul>
        </Card>
      </div>
      <ListFilters here={here} on={page.on} filters={[{ ...SHOW, options: choices(lines) }]} />
      <ListBody
        here={here}
        page={page}
        empty="No row is like this."
        words={{ previous: "Back", next: "More" }}
      >
        <Card padded={false}>
          <ol className="divide-y divide-line">
            {page.rows.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
        </Card>
      </ListBody>
    </>
  );
}

const SAVED: readonly Verdict[] = ["new", "known", "same"];

const SHOW = { name: "show", label: "Show", empty: "All rows" };

const VERDICT: Record<Verdict, { word: string; tone: Tone; told: string }> = {
  new: { word: "New", tone: "good", told: "New: they are saved." },
  known: { word: "Saved already", tone: "wait", told: "Saved already, and written otherwise here." },
  same: { word: "Nothing new", tone: "plain", told: "Saved already just so: nothing changes." },
  twice: { word: "Left out", tone: "bad", told: "The same number stands above: left out." },
  number: { word: "Left out", tone: "bad", told: `${PROBLEM_WORDS.number} Left out.` },
};

/** What the rows can be narrowed to: only what there is. */
function choices(lines: readonly CheckedLine[]) {
  const open = lines.filter(({ planProblem }) => planProblem).length;
  const counts = (Object.keys(VERDICT) as Verdict[]).map((verdict) => ({
    value: verdict as string,
    label: VERDICT[verdict].told,
    count: lines.filter((line) => line.verdict === verdict).length,
  }));
  return [...counts, { value: "plan", label: "Without their plan", count: open }].filter(
    ({ count }) => count > 0,
  );
}

function Count({ count, words }: { count: number; words: string }) {
  return (
    <li className="flex min-h-12 items-center gap-4 px-4 py-2 md:px-5">
      <span className="min-w-10 text-right font-semibold tabular-nums">{countText(count)}</span>
      <span className="text-muted">{words}</span>
    </li>
  );
}

function Save({ id, lines }: { id: number; lines: readonly CheckedLine[] }) {
  const fresh = lines.filter(({ verdict }) => verdict === "new").length;
  const known = lines.filter(({ verdict }) => verdict === "known").length;
  return (
    <>
      {fresh + known > 0 && (
        <ActionForm action={keepImport} id="save" hidden={{ id }}>
          <FormAnswer />
          {known > 0 && (
            <FieldSet legend={`${countText(known)} are saved already`} name="known">
              <Radio
                name="known"
                value="update"
                defaultChecked
                label="Update them"
                note="What a row leaves empty stays as it is."
              />
              <Radio name="known" value="skip" label="Leave them as they are" />
            </FieldSet>
          )}
          <SubmitButton size="lg" wide pendingText="Saving">
            {fresh > 0 ? `Save ${countText(fresh)} new` : "Save"}
          </SubmitButton>
        </ActionForm>
      )}
      <ActionForm action={throwAway} id="drop" hidden={{ id }}>
        <FormAnswer />
        <SubmitButton variant="quiet" wide>
          Throw away
        </SubmitButton>
      </ActionForm>
    </>
  );
}

function Line({ line }: { line: CheckedLine }) {
  const { id, number, phone, name, nameWas, plan, planProblem, note, verdict } = line;
  const { word, tone, told } = VERDICT[verdict];
  const planWords =
    plan && `${plan.networkName} ${plan.size} ${plan.volume} ${plan.name ?? plan.typeName}, ${plan.validity}`;
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
        {planWords && <p className="break-words text-muted text-sm">{planWords}</p>}
        {planProblem && <p className="break-words text-sm text-unsure">{planProblem}</p>}
        {note && <p className="break-words text-faint text-sm">{note}</p>}
        {tone === "bad" && <p className="text-bad text-sm">{told}</p>}
      </div>
    </li>
  );
}
