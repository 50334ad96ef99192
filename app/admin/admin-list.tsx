import type { ReactNode } from "react";
import type { BulkKind } from "#app/admin/bulk/bulk-kind.ts";
import { SelectionBar } from "#app/admin/bulk/selection-bar";
import { type PresetView, SavedViews } from "#app/admin/saved-views";
import { SearchX } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import type { Filter } from "#app/ui/list/list-filters";
import { ListPage, type ListPageProps } from "#app/ui/list/list-page";
import type { ListResult } from "#app/ui/list/pager";
import type { Ctx } from "#lib/core/context";
import { listSavedViews } from "#lib/saved-view/saved-views";

export interface ListRequest {
  ctx: Ctx;
  here: string;
  query: Query;
}

/** The same for a list that shares its page with others, under the section's tabs. */
export interface GroupedListProps extends ListRequest {
  tabs: ReactNode;
}

type SharedProps = Omit<ListPageProps, "page" | "title" | "filters" | "period" | "unmatched" | "children">;

interface Props<P extends ListResult<unknown>> extends ListRequest, SharedProps {
  /** A list of `defineList`. */
  list: { page: (ctx: Ctx, query: Query) => Promise<P> };
  title: string;
  filters?: readonly Filter[] | ((page: P) => readonly Filter[]);
  period?: (page: P) => { from: string; to: string };
  searchHint?: ReactNode;
  table?: {
    columns: readonly Column<P["rows"][number]>[];
    rowKey: (row: P["rows"][number]) => string | number;
  };
  children?: (page: P) => ReactNode;
  /** Views that every admin has, beside the saved ones. */
  presets?: readonly PresetView[];
  /** Actions for selected rows; the table begins with a `selectColumn`. */
  bulk?: BulkKind;
}

export async function AdminList<P extends ListResult<unknown>>({
  ctx,
  here,
  query,
  list,
  tabs,
  above,
  filters = [],
  period,
  searchHint = "Change or clear the filters.",
  table,
  children,
  presets,
  bulk,
  ...rest
}: Props<P>) {
  const [page, views] = await Promise.all([list.page(ctx, query), listSavedViews(ctx, { list: here })]);
  return (
    <ListPage
      {...rest}
      here={here}
      page={page}
      tabs={tabs}
      filters={typeof filters === "function" ? filters(page) : filters}
      period={period?.(page)}
      above={
        <>
          {above}
          <SavedViews here={here} on={page.on} views={views} presets={presets} />
        </>
      }
      unmatched={{
        icon: SearchX,
        title: "No results",
        text: searchHint,
        action: { href: here, label: "Clear filters", quiet: true },
      }}
    >
      {table && <DataTable caption={rest.title} dense rows={page.rows} {...table} />}
      {children?.(page)}
      {bulk && <SelectionBar ctx={ctx} kind={bulk} page={page} />}
    </ListPage>
  );
}
