import { ExternalLink } from "lucide-react";
import { redirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { findOwnShop, type OwnShopView } from "#lib/shop/shop-view";
import { requireResellerPage } from "#lib/web/actor";
import { buttonClass } from "../../ui/button-class.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";

/** For every page about the reseller's shop: who has none yet is led to open one. */
export async function requireShopPage(): Promise<{ ctx: Ctx; shop: OwnShopView }> {
  const { ctx } = await requireResellerPage();
  const shop = await findOwnShop(ctx);
  if (!shop) redirect("/storefront");
  return { ctx, shop };
}

const PAGES = [
  { href: "/storefront", label: "Orders" },
  { href: "/storefront/prices", label: "Prices" },
  { href: "/storefront/shop", label: "Shop" },
  { href: "/storefront/online", label: "Online" },
  { href: "/profit", label: "Profit" },
  { href: "/storefront/share", label: "Share" },
] as const;

const TAB = [
  "relative inline-flex min-h-11 items-center border-transparent border-b-2 px-3 font-medium text-muted hover:text-ink",
  "aria-[current]:border-accent aria-[current]:text-ink",
].join(" ");

interface Props {
  slug: string;
  here: (typeof PAGES)[number]["href"];
  lead?: string | undefined;
}

/** The top of every page about the reseller's shop: the shop itself, and its rooms. */
export function ShopHeader({ slug, here, lead }: Props) {
  return (
    <div className="print:hidden">
      <PageHeader title="Storefront" lead={lead}>
        <a
          href={`/s/${slug}`}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: "secondary" })}
        >
          <PlainIcon icon={ExternalLink} />
          See the shop
        </a>
      </PageHeader>
      <nav
        aria-label="Storefront"
        className="-mx-4 -mt-2 mb-5 overflow-x-auto border-line border-b px-1 [scrollbar-width:none] md:mx-0 md:px-0"
      >
        <ul className="flex">
          {PAGES.map(({ href, label }) => (
            <li key={href}>
              <PageLink href={href} aria-current={href === here ? "page" : undefined} className={TAB}>
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Says so when customers cannot order. */
export function StateNotice({ state, closedByAdmin }: Pick<OwnShopView, "state" | "closedByAdmin">) {
  if (state === "open") return null;
  return (
    <div className="mb-4">
      <Notice
        kind="warn"
        action={
          !closedByAdmin && (
            <PageLink
              href="/storefront/shop#open"
              className="font-semibold text-accent underline underline-offset-4"
            >
              Change it
            </PageLink>
          )
        }
      >
        {textOf(state, closedByAdmin)}
      </Notice>
    </div>
  );
}

function textOf(state: "paused" | "closed", closedByAdmin: boolean): string {
  if (closedByAdmin) return `${env().PORTAL_NAME} closed your shop. Orders you have can still be delivered.`;
  if (state === "closed")
    return "Your shop is closed: customers see only that. Orders you have can still be delivered.";
  return "Your shop is paused: customers see your prices and cannot order.";
}
