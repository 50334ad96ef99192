import type { LucideIcon } from "lucide-react";

/** A place of the portal in its navigation. */
export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** The place that the others are below of: marked on its own page alone. */
  exact?: boolean;
  /** In the phone's bottom bar: four at most, the rest is under "More". */
  bar?: boolean;
  /** How many things wait there; read as "3 new". */
  count?: number;
  /** The main act, which stands out; one at most. */
  main?: boolean;
}
