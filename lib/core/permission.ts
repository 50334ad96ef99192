/**
 * Permissions of admins, in reading order. A role has some of them; the owner's has all, also those of a
 * later version. Only the owner has `staff`, since an admin who gives roles could give any.
 */
export const PERMISSIONS = {
  see: "View purchases, resellers, wallets and reports",
  answer: "Handle delivery issues, notes and announcements",
  resellers: "Add and change resellers, their sign-in, tokens and shops",
  money: "Adjust wallets, resolve payments and purchases",
  prices: "Set prices and availability",
  rules: "Change settings: payments, delivery issues, sending, contact",
  suppliers: "Add and change suppliers, choose between them",
  system: "Stop and start sending, run jobs again",
  export: "Download lists",
  personal: "Export and erase personal data",
  audit: "Read the audit log",
  staff: "Add and close staff, give roles",
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as readonly Permission[];

/** Permissions whose actions redirect money, goods or data, as `redirects` of each action says. */
export const GUARDED_PERMISSIONS = [
  "answer",
  "resellers",
  "money",
  "prices",
  "rules",
  "suppliers",
  "personal",
  "staff",
] as const satisfies readonly Permission[];

/** Returns whether a change of a role adds one of them. It needs a second owner, where there is one. */
export function addsPermissions(before: readonly Permission[], after: readonly Permission[]): boolean {
  return GUARDED_PERMISSIONS.some((permission) => after.includes(permission) && !before.includes(permission));
}

/** Returns the permissions of a stored role, without those that this version lacks. */
export function getRolePermissions(role: { owner: boolean; permissions: readonly string[] }): Permission[] {
  return ALL_PERMISSIONS.filter((permission) => role.owner || role.permissions.includes(permission));
}
