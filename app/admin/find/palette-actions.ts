import { type GroupedList, LISTS } from "#app/admin/lists.ts";
import type { Permission } from "#lib/core/permission";
import { modules } from "#lib/modules";

type ActionRow<H> = readonly [needs: Permission, label: string, href: H, keywords: string];

const toAction = <H>([needs, label, href, keywords]: ActionRow<H>) => ({ needs, label, href, keywords });

const ACTION_ROWS: readonly ActionRow<string>[] = [
  ["money", "Credit a wallet", "/admin/wallets", "add money top up"],
  ["money", "Debit a wallet", "/admin/wallets", "take money claw back"],
  ["money", "Resolve unconfirmed purchases", "/admin/review", "pending decide settle"],
  ["system", "Stop or start sending", "/admin/review", "pause dispatch"],
  ["resellers", "Add reseller", "/admin/resellers/new", "invite new account"],
  ["resellers", "Handle sign-up requests", "/admin/resellers/sign-ups", "approve new accounts"],
  ["resellers", "Handle level upgrades", "/admin/review/queue?kind=upgrade", "approve reject request tier"],
  ["rules", "Change level offers", "/admin/resellers/upgrades", "upgrade price volume tier"],
  ["personal", "Export or erase personal data", "/admin/resellers/personal", "privacy delete"],
  ["prices", "Change prices", "/admin/catalogue/prices", "price grid plans"],
  ["prices", "Change price rules", "/admin/catalogue/rules", "markup levels margin"],
  ["prices", "Change availability", "/admin/networks", "turn off network plan hide pause"],
  ["answer", "Publish an announcement", "/admin/networks#announce", "news outage maintenance"],
  ["staff", "Manage staff and roles", "/admin/settings/staff", "add admin permissions owner"],
  [
    "rules",
    "Change provider fees",
    "/admin/settings/payments#provider-fees",
    "settings percentage paystack monnify flutterwave",
  ],
  ["see", "View messages to customers", "/admin/resellers/shops/messages", "sms whatsapp sent"],
  ["see", "Change your password", "/admin/settings?open=password", "settings name two factor passkey"],
  ["see", "View active sessions", "/admin/settings?open=sessions", "settings devices sign out"],
  ["see", "Change your notifications", "/admin/settings/notifications", "settings email push"],
  ["rules", "Add an alert recipient", "/admin/settings/notifications#alerts", "email webhook"],
  ["see", "View suppliers", "/admin/networks/suppliers", "upstream services"],
  ["see", "View shops", "/admin/resellers/shops", "closed paused"],
  ["see", "View system", "/admin/records/system", "health backups version processes"],
  ["audit", "View audit log", "/admin/records/audit", "records who changed"],
  ["see", "View daily closes", "/admin/records/closes", "report day figures"],
  ["see", "View outcomes", "/admin/records/outcomes", "regulator file report failed refund times"],
  ["suppliers", "Add a supplier", "/admin/networks/suppliers/new", "upstream service account token"],
  ["system", "Retry failing background work", "/admin/records/system/failures", "run failed jobs again"],
];

const LIST_ROWS = Object.entries<Readonly<Record<string, GroupedList>>>(LISTS).flatMap(([page, lists]) =>
  Object.entries(lists).map(([name, { label, find }]): ActionRow<string> => {
    return [
      find.needs ?? "see",
      find.label ?? `View ${label.toLowerCase()}`,
      `${page}/${name}`,
      find.keywords,
    ];
  }),
);

const SETTINGS_ROWS = modules.flatMap(({ settings = [] }) =>
  settings.map(
    ({ permission, path, find }): ActionRow<string> => [permission, find.label, path, find.keywords],
  ),
);

export const ADMIN_ACTIONS = [...ACTION_ROWS, ...SETTINGS_ROWS, ...LIST_ROWS].map(toAction);

const RESELLER_ROWS: readonly ActionRow<(id: number) => string>[] = [
  ["money", "Credit", (id) => `/admin/wallets/${id}#credit`, "wallet add money"],
  ["money", "Debit", (id) => `/admin/wallets/${id}#debit`, "wallet"],
  ["money", "Claw back", (id) => `/admin/wallets/${id}#claw-back`, "wallet"],
  ["see", "Statement", (id) => `/admin/wallets/${id}`, "wallet balance"],
  ["see", "Purchases", (id) => `/admin/purchases?reseller=${id}`, "orders"],
  ["resellers", "Level", (id) => `/admin/resellers/${id}#level`, "price tier"],
  ["resellers", "Restrict", (id) => `/admin/resellers/${id}#restrict`, "suspend block"],
  ["resellers", "Close", (id) => `/admin/resellers/${id}#close`, "account end"],
  ["see", "API requests", (id) => `/admin/resellers/${id}/requests`, "log"],
];

/** Actions on one reseller: "credit ada". */
export const ACTIONS_ON_RESELLER = RESELLER_ROWS.map(toAction);
