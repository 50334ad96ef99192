import { Bookmark, Users } from "lucide-react";
import { Disclosure } from "#app/ui/disclosure";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PageLink } from "#app/ui/page/page-link";
import { PlainIcon } from "#app/ui/plain-icon";
import { formatFilterQuery, hasDays, type SavedView } from "#lib/admin/saved-views";
import { changeViewAction, deleteViewAction, saveViewAction } from "./actions.ts";

interface Props {
  /** The address of the list. */
  here: string;
  /** The active filters. */
  on: Readonly<Record<string, string>>;
  views: readonly SavedView[];
}

/** The saved views of a list, and the form to save the current filters. */
export function SavedViews({ here, on, views }: Props) {
  const query = formatFilterQuery(on);
  const open = views.find((view) => view.query === query);
  if (views.length === 0 && query === "") return null;
  return (
    <div className="mb-3">
      {views.length > 0 && (
        <nav aria-label="Saved views">
          <ul className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap">
            {views.map((view) => (
              <ViewChip key={view.id} view={view} open={view.id === open?.id} />
            ))}
          </ul>
        </nav>
      )}
      {open ? (
        <EditViewForm key={open.id} view={open} />
      ) : (
        query !== "" && <SaveViewForm key={query} list={here} query={query} />
      )}
    </div>
  );
}

function ViewChip({ view: { list, name, query, shared, by }, open }: { view: SavedView; open: boolean }) {
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

// Each field names its form: without script, a part of a page that is streamed late stands at its end.
const NAME_FIELD = { form: "view", label: "Name", name: "name", maxLength: 40, autoComplete: "off" } as const;
const SHARED_FIELD = { form: "view", label: "Share with all admins", name: "shared", value: "yes" } as const;

function SaveViewForm({ list, query }: { list: string; query: string }) {
  return (
    <Disclosure title="Save view">
      <ActionForm id="view" action={saveViewAction} hidden={{ list, query }} className={FORM_CLASS}>
        <FormStatus />
        <Input {...NAME_FIELD} />
        <div>
          <Checkbox {...SHARED_FIELD} />
          {hasDays(query) && (
            <Checkbox
              form="view"
              label="Move the dates each day"
              note="Each day, the view starts and ends one day later."
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
    </Disclosure>
  );
}

function EditViewForm({ view: { id, name, shared } }: { view: SavedView }) {
  return (
    <Disclosure title={`Edit “${name}”`}>
      <ActionForm id="view" action={changeViewAction} hidden={{ id }} className={FORM_CLASS}>
        <FormStatus />
        <Input {...NAME_FIELD} defaultValue={name} />
        <Checkbox {...SHARED_FIELD} defaultChecked={shared} />
        <div>
          <SubmitButton form="view" variant="secondary">
            Save
          </SubmitButton>
        </div>
      </ActionForm>
      <ActionForm id="drop-view" action={deleteViewAction} hidden={{ id }} className={FORM_CLASS}>
        <FormStatus />
        <div>
          <SubmitButton form="drop-view" variant="danger">
            {shared ? "Delete for all admins" : "Delete view"}
          </SubmitButton>
        </div>
      </ActionForm>
    </Disclosure>
  );
}

const FORM_CLASS = "max-w-md gap-3 pb-4";
