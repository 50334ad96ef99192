import type { PaletteAction } from "#app/ui/shell/find-actions.ts";

/** Actions of a reseller, beside the pages of the navigation. */
export const RESELLER_ACTIONS: readonly PaletteAction[] = [
  { label: "Top up wallet", href: "/wallet/fund", keywords: "add money fund deposit transfer pay" },
  { label: "View statements", href: "/wallet/statements", keywords: "download account pdf csv" },
  {
    label: "View and set prices",
    href: "/prices",
    keywords: "plans list catalogue bundles markup gain selling",
  },
  { label: "Share prices as an image", href: "/prices/images", keywords: "whatsapp status picture" },
  { label: "Add customer", href: "/customers/new", keywords: "save number contact name" },
  { label: "Import customers", href: "/customers/import", keywords: "upload contacts file csv" },
  { label: "Add schedule", href: "/customers/schedules/new", keywords: "new repeat recurring every month" },
  {
    label: "View delivery issues",
    href: "/purchases/delivery-issues",
    keywords: "not received complaint report problem",
  },
  { label: "Share shop", href: "/shop/share", keywords: "link qr whatsapp" },
  { label: "Print poster", href: "/shop/poster", keywords: "shop qr" },
  {
    label: "Change shop details",
    href: "/shop/details",
    keywords: "logo name bank account paystack payment",
  },
  { label: "Change transaction PIN", href: "/settings?open=pin", keywords: "set security" },
  {
    label: "Change password",
    href: "/settings?open=password",
    keywords: "sign in passkey two-factor code security",
  },
  { label: "Change notifications", href: "/settings/notifications", keywords: "email push alerts settings" },
  { label: "Create API token", href: "/settings/api", keywords: "key program website" },
  { label: "Add webhook", href: "/settings/api/webhooks", keywords: "endpoint events" },
  { label: "View network status", href: "/status", keywords: "down slow outage" },
];
