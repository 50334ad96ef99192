import { ChevronLeft } from "#app/ui/icon/icons.ts";
import { PageLink } from "#app/ui/page/page-link";
import { PortalLogo } from "#app/ui/shell/parts";
import { env } from "#lib/core/env";
import { getCurrentVisit } from "#lib/request/actor";
import { getHomePath } from "#lib/request/next-path";

interface Props {
  /** Where resellers come from; by default, their home page. */
  back?: { href: string; label: string };
}

/** The head of a page that visitors read: the portal's name, which leads to its first page, and the way back. */
export async function PublicHeader({ back }: Props) {
  const { session } = await getCurrentVisit();
  const { href, label } =
    back && session?.actor.kind === "reseller"
      ? back
      : { href: session ? getHomePath(session.actor.kind) : "/", label: "Home" };
  return (
    <header className="mb-6 flex min-h-16 items-center justify-between gap-4 print:hidden">
      <PageLink href="/" className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg">
        <PortalLogo className="size-7" />
        {env().PORTAL_NAME}
      </PageLink>
      <PageLink
        href={href}
        className="inline-flex min-h-11 items-center gap-1 font-medium text-muted text-sm hover:text-ink"
      >
        <ChevronLeft className="size-4" />
        {label}
      </PageLink>
    </header>
  );
}
