import { Disclosure } from "#app/ui/disclosure";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Bookmark, Users } from "#app/ui/icon/icons.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import { PageLink } from "#app/ui/page/page-link";
import { formatFilterQuery, hasDays, type SavedView } from "#lib/saved-view/saved-views";
import { changeViewAction, deleteViewAction, saveViewAction } from "./actions.ts";

export interface PresetView {
  name: string;
  on: Readonly<Record<string, string>>;
}

interface Props {
  here: string;
  on: Readonly<Record<string, string>>;
  views: readonly SavedView[];
  presets?: readonly PresetView[] | undefined;
}

export function SavedViews({ here, on, views, presets = [] }: Props) {
  const query = formatFilterQuery(on);
  const open = views.find((view) => view.query === query);
  const preset = presets.find((view) => formatFilterQuery(view.on) === query);
  if (views.length + presets.length === 0 && query === "") return null;
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      {presets.length > 0 && (
        <nav aria-label="Common views">
          <ul className={CHIPS_CLASS}>
            {presets.map(({ name, on }) => (
              <li key={name} className="shrink-0">
                <PageLink
                  href={buildHref(here, on)}
                  aria-current={name === preset?.name ? "true" : undefined}
                  className={CHIP_CLASS}
                >
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {views.length > 0 && (
        <nav aria-label="Saved views">
          <ul className={CHIPS_CLASS}>
            {views.map((view) => (
              <ViewChip key={view.id} view={view} open={view.id === open?.id} />
            ))}
          </ul>
        </nav>
      )}
      {open ? (
        <EditViewForm key={open.id} view={open} />
      ) : (
        query !== "" && !preset && <SaveViewForm key={query} list={here} query={query} />
      )}
    </div>
  );
}

const CHIPS_CLASS =
  "flex gap-2 [scrollbar-width:none] max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap";
const CHIP_CLASS =
  "inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3 font-medium text-sm hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:min-h-11";

function ViewChip({ view: { list, name, query, shared, by }, open }: { view: SavedView; open: boolean }) {
  return (
    <li className="shrink-0">
      <PageLink
        href={`${list}?${query}`}
        aria-current={open ? "true" : undefined}
        title={by ? `Saved by ${by}` : undefined}
        className={CHIP_CLASS}
      >
        {shared ? <Users className="size-4" /> : <Bookmark className="size-4" />}
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
