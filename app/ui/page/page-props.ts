import type { Query } from "#app/ui/list/build-href.ts";

/** The input of a page from Next: the parts of its address in braces, and its query. */
export interface PageProps<P = unknown> {
  params: Promise<P>;
  searchParams: Promise<Query>;
}
