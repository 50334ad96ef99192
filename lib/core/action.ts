import type { Permission } from "./permission.ts";

/** A service function that an admin calls, under its name. */
export interface Action {
  /**
   * The kind of value that the admin who calls it can turn to their own benefit; null for none. The owners
   * are notified of each call by another admin.
   */
  redirects: "money" | "goods" | "data" | null;
  /** The reason why one that redirects needs no password. */
  harmless?: string;
  /** One that redirects nothing asks for the password as well. */
  password?: true;
  /**
   * Where there is another approver it awaits them: each time,
   * or above the single-admin limit where it moves an amount.
   */
  approval?: true;
  /** The permission that it asks for, or several that it asks for together. */
  permission: Permission | readonly Permission[];
  /** The codes of its audit record: which one depends on the outcome. Null where it changes nothing. */
  audit: string | readonly string[] | null;
  /** Resellers call it as well, for their own data. */
  resellers?: true;
  /** False where it takes no reason, because it changes nothing that needs one, or its text is the reason. */
  reason?: false | "optional";
  /**
   * The export that is its input schema: its name with `Input` unless given;
   * null where no form with a reason calls it.
   */
  input?: string | null;
  load: () => Promise<object>;
}

/** Whether it asks for the password again, unless that was entered within ten minutes. */
export const needsPassword = ({
  redirects,
  harmless,
  password,
}: Pick<Action, "redirects" | "harmless" | "password">): boolean =>
  password === true || (redirects !== null && harmless === undefined);

export const declareActions = (
  load: Action["load"],
  actions: Readonly<Record<string, Omit<Action, "load">>>,
): Record<string, Action> =>
  Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, { ...action, load }]));
