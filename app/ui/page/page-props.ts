import type { Query } from "#app/ui/list/build-href.ts";

/** The props of a page, as Next passes them: the parts of its address that vary, and its query. */
export interface PageProps<P = unknown> {
  params: Promise<P>;
  searchParams: Promise<Query>;
}
