import type { LucideIcon } from "lucide-react";

/** A place of the portal in its navigation. */
export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** In the phone's bottom bar: four at most, the rest is under "More". */
  bar?: boolean;
  /** The main act, which stands out; one at most. */
  main?: boolean;
}
