import {
  Activity,
  CircleQuestionMark,
  House,
  ListOrdered,
  ScrollText,
  Settings,
  Store,
  Tags,
  Users,
  Wallet,
} from "lucide-react";
import type { Place } from "../ui/shell/place.ts";

/** Where an admin can go, in order. A new room adds its line here. */
export const PLACES: readonly Place[] = [
  { href: "/admin", label: "Home", icon: House, exact: true },
  { href: "/admin/purchases", label: "Purchases", icon: ListOrdered },
  { href: "/admin/unconfirmed", label: "Unconfirmed", icon: CircleQuestionMark },
  { href: "/admin/resellers", label: "Resellers", icon: Users },
  { href: "/admin/wallets", label: "Wallets", icon: Wallet },
  { href: "/admin/storefronts", label: "Storefronts", icon: Store },
  { href: "/admin/catalogue", label: "Catalogue", icon: Tags },
  { href: "/admin/system", label: "System", icon: Activity },
  { href: "/admin/audit", label: "Audit", icon: ScrollText },
  { href: "/admin/settings", label: "Settings", icon: Settings },
];
