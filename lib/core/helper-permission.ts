/** Permissions that a reseller may give a helper beside selling, in reading order. */
export const HELPER_PERMISSIONS = {
  cost: "See your prices and the wallet’s balance",
  cancel: "Cancel own purchases that aren’t sent yet",
  refund: "Refund orders that weren’t delivered",
  batches: "Use batches",
  customers: "Manage customers",
  profit: "See your profit",
} as const;

export type HelperPermission = keyof typeof HELPER_PERMISSIONS;

/** Helpers to whom a service function is open: all of them, or those with a permission. */
export type HelperAccess = "sell" | HelperPermission;

export const ALL_HELPER_PERMISSIONS = Object.keys(HELPER_PERMISSIONS) as readonly HelperPermission[];

/** Permissions whose pages show the reseller's prices, so that they include `cost`. */
const PERMISSIONS_WITH_COST: readonly HelperPermission[] = ["batches", "customers", "profit"];

/** Whether these permissions open what `access` names. */
export function permitsAccess(permissions: readonly HelperPermission[], access: HelperAccess): boolean {
  if (access === "sell" || permissions.includes(access)) return true;
  return access === "cost" && permissions.some((permission) => PERMISSIONS_WITH_COST.includes(permission));
}

/** Returns stored permissions, without those that this version lacks. */
export function getHelperPermissions(stored: readonly string[]): HelperPermission[] {
  return ALL_HELPER_PERMISSIONS.filter((permission) => stored.includes(permission));
}
