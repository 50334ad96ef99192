import { redirect } from "next/navigation";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { ExternalLink } from "#app/ui/icon/icons.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { BannerLink } from "#app/ui/page/page-link";
import { TabBar } from "#app/ui/page/tab-bar";
import type { Ctx } from "#lib/core/context";
import { requireResellerPage } from "#lib/request/actor";
import { findOwnShop, type OwnShopView } from "#lib/shop/shop-view";

/** Loads the reseller's shop. Redirects resellers without one to the form that opens it. */
export async function requireShopPage(): Promise<{ ctx: Ctx; shop: OwnShopView }> {
  const { ctx } = await requireResellerPage();
  const shop = await findOwnShop(ctx);
  if (!shop) redirect("/shop");
  return { ctx, shop };
}

const SHOP_TABS = [
  { href: "/shop", label: "Orders" },
  { href: "/prices", label: "Prices" },
  { href: "/shop/details", label: "Details" },
  { href: "/profit", label: "Profit" },
  { href: "/shop/share", label: "Share" },
] as const;

const SHOP_TITLES = {
  "/shop": "My shop",
  "/shop/details": "Shop details",
  "/shop/share": "Share your shop",
} as const;

interface Props {
  slug: string;
  here: keyof typeof SHOP_TITLES;
}

export function ShopPageHeader({ slug, here }: Props) {
  return (
    <div className="print:hidden">
      <PageHeader title={SHOP_TITLES[here]} tabs={<TabBar label="My shop" tabs={SHOP_TABS} current={here} />}>
        <a
          href={`/s/${slug}`}
          target="_blank"
          rel="noopener"
          className={cx(buttonClass({ variant: "secondary" }), "page-action")}
        >
          <ExternalLink />
          <span>View shop</span>
        </a>
      </PageHeader>
    </div>
  );
}

/** Warns when customers can't order. */
export function ShopStateBanner({ state, closedByAdmin }: Pick<OwnShopView, "state" | "closedByAdmin">) {
  if (state === "open") return null;
  return (
    <Banner
      className="mb-4"
      kind="warn"
      action={
        closedByAdmin ? (
          <BannerLink href="/help#support">Get help</BannerLink>
        ) : (
          <BannerLink href="/shop/details#open">Change opening</BannerLink>
        )
      }
    >
      {formatStateText(state, closedByAdmin)}
    </Banner>
  );
}

function formatStateText(state: "paused" | "closed", closedByAdmin: boolean): string {
  if (closedByAdmin)
    return "Support closed your shop, and can open it again. You can still deliver existing orders.";
  if (state === "closed")
    return "Your shop is closed: customers see only that it’s closed. You can still deliver existing orders.";
  return "Your shop is paused: customers see your prices but can’t order.";
}

export function ShopQrCode({ slug }: { slug: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      role="img"
      aria-label="QR code of your shop"
      className="w-full rounded-md bg-[#fff]"
    >
      <image href={`/s/${slug}/qr.svg`} width="100" height="100" />
    </svg>
  );
}
