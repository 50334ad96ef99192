/**
 * What somebody who runs the portal may do, in the order in which people read it. A role is made of these; the owner's has all
 * of them, also those that come with a later version. `staff` is the owner's alone: whoever gives roles could give any.
 */
export const PERMISSIONS = {
  see: "See purchases, resellers, wallets and reports",
  answer: "Answer cases, write notes, announce",
  resellers: "Add and change resellers, their sign-in, tokens and shops",
  money: "Move money, decide what nobody confirmed",
  prices: "Set prices and what is sold",
  rules: "Set the rules: payments, cases, sending, contact",
  system: "Stop and start sending, run jobs again",
  export: "Download lists",
  personal: "Export and erase what is known of a person",
  audit: "Read the audit",
  staff: "Add and close staff, give roles",
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as readonly Permission[];

/**
 * Whether a role could reach money afterwards and cannot now: by moving it, by giving roles, or by a link that opens a
 * reseller's account. One owner alone does not give that where there is another.
 */
export function raises(before: readonly Permission[], after: readonly Permission[]): boolean {
  return (["money", "staff", "resellers"] as const).some(
    (one) => after.includes(one) && !before.includes(one),
  );
}

/** The permissions of a role as the database keeps it. What this version does not know is left out. */
export function permissionsOf(role: { owner: boolean; permissions: readonly string[] }): Permission[] {
  return ALL_PERMISSIONS.filter((one) => role.owner || role.permissions.includes(one));
}
