import type { PaletteAction } from "#app/ui/shell/find-actions.ts";
import type { Permission } from "#lib/core/permission";

type AdminAction = PaletteAction & { needs: Permission };

/** Actions of admins with a permission, beside the pages of the navigation. */
export const ADMIN_ACTIONS: readonly AdminAction[] = [
  { needs: "money", label: "Credit a wallet", href: "/admin/wallets", keywords: "add money top up" },
  { needs: "money", label: "Debit a wallet", href: "/admin/wallets", keywords: "take money claw back" },
  {
    needs: "money",
    label: "Approve bank transfers",
    href: "/admin/wallets/money-in/transfers",
    keywords: "funding deposits match",
  },
  {
    needs: "money",
    label: "Resolve unconfirmed purchases",
    href: "/admin/review",
    keywords: "pending decide settle",
  },
  {
    needs: "money",
    label: "Assign suspense",
    href: "/admin/wallets/exceptions/suspense",
    keywords: "unmatched payments",
  },
  {
    needs: "see",
    label: "View online payments",
    href: "/admin/wallets/money-in/online",
    keywords: "paystack monnify flutterwave card",
  },
  {
    needs: "see",
    label: "View dedicated accounts",
    href: "/admin/wallets/money-in/accounts",
    keywords: "virtual account numbers",
  },
  {
    needs: "see",
    label: "View disputes and chargebacks",
    href: "/admin/wallets/exceptions/chargebacks",
    keywords: "bank",
  },
  {
    needs: "see",
    label: "View settlement discrepancies",
    href: "/admin/wallets/exceptions/settlements",
    keywords: "payouts compare",
  },
  {
    needs: "see",
    label: "View wallet adjustments",
    href: "/admin/wallets/adjustments/wallets",
    keywords: "credits debits",
  },
  {
    needs: "money",
    label: "Record a supplier deposit",
    href: "/admin/wallets/adjustments/upstream",
    keywords: "balance float",
  },
  {
    needs: "answer",
    label: "Handle delivery issues",
    href: "/admin/review/delivery-issues",
    keywords: "not received complaints",
  },
  {
    needs: "see",
    label: "View discrepancies",
    href: "/admin/review/discrepancies",
    keywords: "balance chain gap",
  },
  {
    needs: "see",
    label: "Review approval requests",
    href: "/admin/review/approvals",
    keywords: "approve reject propose",
  },
  { needs: "system", label: "Stop or start sending", href: "/admin/review", keywords: "pause dispatch" },
  { needs: "resellers", label: "Add reseller", href: "/admin/resellers/new", keywords: "invite new account" },
  {
    needs: "resellers",
    label: "Handle sign-up requests",
    href: "/admin/resellers/sign-ups",
    keywords: "approve new accounts",
  },
  {
    needs: "resellers",
    label: "Handle level upgrades",
    href: "/admin/review/queue?kind=upgrade",
    keywords: "approve reject request tier",
  },
  {
    needs: "rules",
    label: "Change level offers",
    href: "/admin/resellers/upgrades",
    keywords: "upgrade price volume tier",
  },
  {
    needs: "rules",
    label: "Change referral settings",
    href: "/admin/resellers/referrals",
    keywords: "invite link reward share",
  },
  {
    needs: "personal",
    label: "Export or erase personal data",
    href: "/admin/resellers/personal",
    keywords: "privacy delete",
  },
  { needs: "prices", label: "Change prices", href: "/admin/catalogue/prices", keywords: "price grid plans" },
  {
    needs: "prices",
    label: "Change price rules",
    href: "/admin/catalogue/rules",
    keywords: "markup levels margin",
  },
  {
    needs: "prices",
    label: "Change availability",
    href: "/admin/catalogue/availability",
    keywords: "turn off network plan hide",
  },
  {
    needs: "answer",
    label: "Publish an announcement",
    href: "/admin/announcements",
    keywords: "news outage maintenance",
  },
  {
    needs: "staff",
    label: "Manage staff and roles",
    href: "/admin/settings/staff",
    keywords: "add admin permissions owner",
  },
  {
    needs: "staff",
    label: "Change daily limit per admin",
    href: "/admin/settings/general#approvals",
    keywords: "settings approvals second approver",
  },
  {
    needs: "rules",
    label: "Change support contact",
    href: "/admin/settings/general#support-contact",
    keywords: "settings phone whatsapp email",
  },
  {
    needs: "rules",
    label: "Change report time",
    href: "/admin/settings/general#reports",
    keywords: "settings daily weekly monthly statements hour",
  },
  {
    needs: "rules",
    label: "Change payment instructions",
    href: "/admin/settings/payments#payment-instructions",
    keywords: "settings bank account transfer",
  },
  {
    needs: "rules",
    label: "Change online payments",
    href: "/admin/settings/payments#online-payments",
    keywords: "settings providers paystack monnify flutterwave minimum maximum dedicated accounts collection",
  },
  {
    needs: "rules",
    label: "Change provider fees",
    href: "/admin/settings/payments#provider-fees",
    keywords: "settings percentage paystack monnify flutterwave",
  },
  {
    needs: "rules",
    label: "Change reconciliation settings",
    href: "/admin/settings/purchases#unconfirmed-purchases",
    keywords: "unconfirmed automatic late window deposit low upstream balance",
  },
  {
    needs: "rules",
    label: "Change delivery issue settings",
    href: "/admin/settings/purchases#delivery-issues",
    keywords: "reply within reporting window balance check",
  },
  {
    needs: "see",
    label: "Change your password",
    href: "/admin/settings?open=password",
    keywords: "settings name two factor passkey",
  },
  {
    needs: "see",
    label: "View active sessions",
    href: "/admin/settings?open=sessions",
    keywords: "settings devices sign out",
  },
  {
    needs: "see",
    label: "Change your notifications",
    href: "/admin/settings/notifications",
    keywords: "settings email push",
  },
  {
    needs: "rules",
    label: "Add an alert recipient",
    href: "/admin/settings/notifications#alerts",
    keywords: "email webhook",
  },
  { needs: "see", label: "View daily closes", href: "/admin/daily-closes", keywords: "report day figures" },
  {
    needs: "system",
    label: "Add a supplier",
    href: "/admin/suppliers/new",
    keywords: "upstream service account token",
  },
  {
    needs: "system",
    label: "Run failed jobs again",
    href: "/admin/system/failures",
    keywords: "retry background",
  },
];

/** Actions on one reseller: "credit ada". */
export const ACTIONS_ON_RESELLER: readonly (Pick<PaletteAction, "label" | "keywords"> & {
  needs: Permission;
  href: (id: number) => string;
})[] = [
  {
    needs: "money",
    label: "Credit",
    keywords: "wallet add money",
    href: (id) => `/admin/wallets/${id}#credit`,
  },
  { needs: "money", label: "Debit", keywords: "wallet", href: (id) => `/admin/wallets/${id}#debit` },
  { needs: "money", label: "Claw back", keywords: "wallet", href: (id) => `/admin/wallets/${id}#claw-back` },
  { needs: "see", label: "Statement", keywords: "wallet balance", href: (id) => `/admin/wallets/${id}` },
  { needs: "see", label: "Purchases", keywords: "orders", href: (id) => `/admin/purchases?reseller=${id}` },
  {
    needs: "resellers",
    label: "Level",
    keywords: "price tier",
    href: (id) => `/admin/resellers/${id}#level`,
  },
  {
    needs: "resellers",
    label: "Restrict",
    keywords: "suspend block",
    href: (id) => `/admin/resellers/${id}#restrict`,
  },
  {
    needs: "resellers",
    label: "Close",
    keywords: "account end",
    href: (id) => `/admin/resellers/${id}#close`,
  },
  { needs: "see", label: "API requests", keywords: "log", href: (id) => `/admin/resellers/${id}/requests` },
];
