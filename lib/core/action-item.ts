export interface ActionItemBadge {
  tone: "wait" | "unsure" | "bad";
  word: string;
}

export interface ActionItemText {
  title: string;
  /** Its meaning, in parts: pages show instants in their reader's format. */
  note: readonly (string | Date)[];
  /** The page to act on it. */
  path: string;
  /** Replaces the kind's rank or badge, depending on the facts. */
  rank?: number;
  badge?: ActionItemBadge;
}
