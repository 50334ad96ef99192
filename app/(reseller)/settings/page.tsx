import { ChevronRight, Download } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageLink } from "#app/ui/page/page-link";
import { LINK_ROW_CLASS } from "#app/ui/settings-row";
import { requireResellerPage } from "#lib/request/actor";
import { AccountSettings, HelperSettings } from "./account-settings.tsx";
import { ParentRow } from "./parent-row.tsx";

export const metadata = { title: "Settings" };

export default async function SettingsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx, session } = await requireResellerPage("sell");
  if (session.actor.kind === "helper")
    return <HelperSettings ctx={ctx} session={session} query={await searchParams} />;
  const query = await searchParams;
  return (
    <AccountSettings
      ctx={ctx}
      session={session}
      query={query}
      accountRows={
        <>
          <ParentRow ctx={ctx} open={[query.open].flat()[0]} />
          <AccountLinks />
        </>
      }
    />
  );
}

function AccountLinks() {
  return (
    <>
      <PageLink href="/settings/helpers" className={LINK_ROW_CLASS}>
        <span className="flex-1 font-medium">Helpers</span>
        <ChevronRight className="size-5 shrink-0 text-muted" />
      </PageLink>
      <PageLink href="/settings/notifications" className={LINK_ROW_CLASS}>
        <span className="flex-1 font-medium">Notifications</span>
        <ChevronRight className="size-5 shrink-0 text-muted" />
      </PageLink>
      <PageLink href="/settings/api" className={LINK_ROW_CLASS}>
        <span className="flex-1 font-medium">API</span>
        <ChevronRight className="size-5 shrink-0 text-muted" />
      </PageLink>
      <a href="/settings/data" download aria-describedby="own-data" className={LINK_ROW_CLASS}>
        <span className="flex-1 py-2">
          <span className="block font-medium">Download data</span>
          <span id="own-data" className="block text-muted text-sm">
            All data we store about you, your customers and your purchases, in one file.
          </span>
        </span>
        <Download className="size-5 shrink-0 text-muted" />
      </a>
    </>
  );
}
