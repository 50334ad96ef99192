import { ApiTabs } from "#app/(reseller)/settings/api/api-parts";
import { ArrowLeftRight } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { REQUEST_FILTERS, RequestRows } from "#app/ui/requests/request-rows";
import { ownRequestList } from "#lib/api/request-log/request-list";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Requests" };

const PATH = "/settings/api/requests";

const EMPTY_STATE = {
  icon: ArrowLeftRight,
  title: "No requests yet",
  text: "When your website or app calls the API with one of your tokens, the request shows here within seconds. Requests are kept for 7 days.",
  action: { href: "/settings/api/reference", label: "View API reference", quiet: true },
};

const NO_RESULTS = noMatches(
  PATH,
  "requests",
  "Enter the whole request ID or reference. Requests are kept for 7 days.",
);

export default async function RequestsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const page = await ownRequestList.page(ctx, await searchParams);
  return (
    <ListPage
      here={PATH}
      page={page}
      complete
      title="Requests"
      lead="API requests of the last 7 days, with our responses"
      tabs={<ApiTabs at={PATH} />}
      search="Request ID or reference"
      filters={REQUEST_FILTERS}
      days
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
    >
      <RequestRows requests={page.rows} purchases="/purchases" />
    </ListPage>
  );
}
