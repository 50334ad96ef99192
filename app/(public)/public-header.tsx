import { PageLink } from "#app/ui/page/page-link";
import { PortalLogo } from "#app/ui/shell/parts";
import { env } from "#lib/core/env";

/** The head of a page that visitors read: the portal's name, which leads to its first page. */
export function PublicHeader() {
  return (
    <header className="mb-6 flex min-h-16 items-center">
      <PageLink href="/" className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg">
        <PortalLogo className="size-7" />
        {env().PORTAL_NAME}
      </PageLink>
    </header>
  );
}
