import { Bookmark, Users } from "lucide-react";
import type { ComponentProps } from "react";
import type { SavedView } from "#lib/desk/saved-views";
import { hasDays, queryText } from "#lib/desk/view-query";
import { Checkbox } from "../ui/checkbox.tsx";
import { Fold } from "../ui/fold.tsx";
import { ActionForm, FormAnswer } from "../ui/form.tsx";
import { Input } from "../ui/input.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { PlainIcon } from "../ui/plain-icon.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { changeTheView, dropTheView, saveTheView } from "./view-actions.ts";

/** A list of the desk: as any other, with the views that were saved of it. */
export function AdminList<T>({
  above,
  views,
  ...list
}: ComponentProps<typeof ListPage<T>> & { views: readonly SavedView[] }) {
  return (
    <ListPage
      {...list}
      above={
        <>
          {above}
          <SavedViews here={list.here} on={list.page.on} views={views} />
        </>
      }
    />
  );
}

interface Props {
  /** The address of the list. */
  here: string;
  /** The filters that are on. */
  on: Readonly<Record<string, string>>;
  views: readonly SavedView[];
}

/** The names under which a list's filters were kept, and the way to keep those that are on. */
export function SavedViews({ here, on, views }: Props) {
  const query = queryText(on);
  const open = views.find((view) => view.query === query);
  if (views.length === 0 && query === "") return null;
  return (
    <div className="mb-3">
      {views.length > 0 && (
        <nav aria-label="Saved views">
          <ul className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap">
            {views.map((view) => (
              <Chip key={view.id} view={view} open={view.id === open?.id} />
            ))}
          </ul>
        </nav>
      )}
      {open ? (
        <Change key={open.id} view={open} />
      ) : (
        query !== "" && <Keep key={query} list={here} query={query} />
      )}
    </div>
  );
}

function Chip({ view: { list, name, query, shared, by }, open }: { view: SavedView; open: boolean }) {
  return (
    <li className="shrink-0">
      <PageLink
        href={`${list}?${query}`}
        aria-current={open ? "true" : undefined}
        title={by ? `Saved by ${by}` : undefined}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3 font-medium text-sm hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:min-h-11"
      >
        <PlainIcon icon={shared ? Users : Bookmark} className="size-4" />
        <span>
          {name}
          {shared && <span className="sr-only"> (shared)</span>}
        </span>
      </PageLink>
    </li>
  );
}

// Each field names its form: without script, a part of a long page that comes late stands at its end.
const NAME = { form: "view", label: "Name", name: "name", maxLength: 40, autoComplete: "off" } as const;
const SHARED = {
  ...{ form: "view", label: "Everybody at the desk sees it" },
  ...{ name: "shared", value: "yes" },
} as const;

/** Keeps the filters that are on. */
function Keep({ list, query }: { list: string; query: string }) {
  return (
    <Fold title="Save this view">
      <ActionForm id="view" action={saveTheView} hidden={{ list, query }} className={FORM}>
        <FormAnswer />
        <Input {...NAME} />
        <div>
          <Checkbox {...SHARED} />
          {hasDays(query) && (
            <Checkbox
              form="view"
              label="Its days move along"
              note="Tomorrow it begins and ends a day later."
              name="moves"
              value="yes"
              defaultChecked
            />
          )}
        </div>
        <div>
          <SubmitButton form="view" variant="secondary">
            Save
          </SubmitButton>
        </div>
      </ActionForm>
    </Fold>
  );
}

/** Another name for the view that is open, for whom it is, or its end. */
function Change({ view: { id, name, shared } }: { view: SavedView }) {
  return (
    <Fold title={`Change “${name}”`}>
      <ActionForm id="view" action={changeTheView} hidden={{ id }} className={FORM}>
        <FormAnswer />
        <Input {...NAME} defaultValue={name} />
        <Checkbox {...SHARED} defaultChecked={shared} />
        <div>
          <SubmitButton form="view" variant="secondary">
            Save
          </SubmitButton>
        </div>
      </ActionForm>
      <ActionForm id="drop-view" action={dropTheView} hidden={{ id }} className={FORM}>
        <FormAnswer />
        <div>
          <SubmitButton form="drop-view" variant="danger">
            {shared ? "Delete it for everybody" : "Delete it"}
          </SubmitButton>
        </div>
      </ActionForm>
    </Fold>
  );
}

const FORM = "max-w-md gap-3 pb-4";
