import type { Metadata } from "next";
import { asksPin } from "#lib/account/pin/require-pin";
import { type RowView, rowList } from "#lib/bulk/row-list";
import { getRun, type RunDetail } from "#lib/bulk/run-view";
import { list } from "#lib/catalogue/list";
import type { Ctx } from "#lib/core/context";
import { namesOf } from "#lib/customer/find-customers";
import { requireResellerPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import type { Query } from "../../../ui/address.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { countText } from "../../../ui/count-text.ts";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { ListBody, ListHeader } from "../../../ui/list-page.tsx";
import { Live } from "../../../ui/live.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { discard } from "../actions.ts";
import { planOptions } from "../plan-options.ts";
import { runTitle, statusWords } from "../run-words.ts";
import { Confirm } from "./confirm.tsx";
import { Problems } from "./problems.tsx";
import { Progress } from "./progress.tsx";
import { Rows } from "./rows.tsx";
import { runId } from "./run-id.ts";

export const metadata: Metadata = { title: "List" };

interface Props {
  params: Promise<{ run: string }>;
  /** `edit` is the row that is being changed. */
  searchParams: Promise<Query>;
}

/** One list: to check and confirm, then what becomes of each row; true without reloading. Works without script. */
export default async function RunPage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const run = await orNotFound((async () => getRun(ctx, { id: runId((await params).run) }))());
  const query = await searchParams;
  const here = `/bulk/${run.id}`;
  const page = await rowList(run.id).page(ctx, query);
  const names = await namesOf(
    ctx,
    page.rows.flatMap(({ phoneE164 }) => phoneE164 ?? []),
  );
  const draft = run.state === "draft";
  const pinAsked = await asksPin(ctx);
  const edit = draft ? Number([query.edit].flat()[0]) : Number.NaN;
  return (
    <>
      <Live />
      <ListHeader
        here={here}
        page={page}
        title={<span className="break-words">{runTitle(run)}</span>}
        lead={draft ? "Nothing is charged until you confirm." : undefined}
        back={{ href: "/bulk", label: "Bulk" }}
        acts={draft && <Discard id={run.id} />}
      />
      {draft ? (
        <Check run={run} asksPin={pinAsked} ctx={ctx} />
      ) : (
        <Progress run={run} asksPin={pinAsked} here={here} />
      )}
      <ListFilters
        here={here}
        on={page.on}
        search="Number, note or reference"
        filters={[
          { name: "show", label: "Show", empty: `All ${countText(run.rows)}`, options: choices(run) },
        ]}
      />
      <ListBody here={here} page={page} empty={EMPTY} unmatched={UNMATCHED} words={PAGES}>
        <Rows
          run={run}
          rows={page.rows}
          names={names}
          edit={edit}
          plans={editsOne(page.rows, edit) ? planOptions((await list(ctx, {})).plans) : []}
          back={addressOf(here, query)}
        />
      </ListBody>
    </>
  );
}

const editsOne = (rows: readonly RowView[], edit: number) => rows.some(({ id }) => id === edit);

async function Check({ run, asksPin, ctx }: { run: RunDetail; asksPin: boolean; ctx: Ctx }) {
  const open = run.unclear.some(({ candidates }) => candidates.length === 0);
  return (
    <div className="mb-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-5 lg:order-2">
        <Confirm run={run} asksPin={asksPin} />
      </div>
      <Problems run={run} plans={open ? planOptions((await list(ctx, {})).plans) : []} />
    </div>
  );
}

/** The address of this very page, without the row that is being changed. */
function addressOf(here: string, query: Query): string {
  const names = ["show", "q", "after", "before"] as const;
  const kept = names.flatMap((name) => (typeof query[name] === "string" ? [[name, query[name]]] : []));
  return kept.length > 0 ? `${here}?${new URLSearchParams(kept)}` : here;
}

/** What the rows can be narrowed to: only what there is. */
function choices(run: RunDetail) {
  if (run.state === "draft")
    return [
      { value: "problem", label: `To look at (${countText(run.rows - run.right.count)})` },
      { value: "right", label: `Ready (${countText(run.right.count)})` },
    ];
  return Object.entries(run.counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => ({
      value: status,
      label: `${statusWords(status as keyof RunDetail["counts"]).word} (${countText(count)})`,
    }));
}

const EMPTY = "This list is empty.";
const UNMATCHED = { title: "Nothing matches", text: "Look for something else, or show all rows." };
const PAGES = { previous: "Back", next: "More" };

/** Throws a list away that was not begun: asks first, since somebody typed it. */
function Discard({ id }: { id: number }) {
  return (
    <ConfirmDialog trigger="Throw away" title="Throw this list away?" cancel="Keep it">
      <p>Its rows are gone then. Nothing was charged.</p>
      <p className="text-muted text-sm">Left alone, it goes by itself after a month.</p>
      <ActionForm action={discard} id="discard" hidden={{ id }}>
        <FormAnswer />
        <SubmitButton variant="danger" wide>
          Throw it away
        </SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
