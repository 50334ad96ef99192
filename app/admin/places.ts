import { CircleQuestionMark, ListOrdered, Store } from "lucide-react";
import type { Place } from "../ui/shell/place.ts";

/** Where an admin can go, in order. A new room adds its line here. */
export const PLACES: readonly Place[] = [
  { href: "/admin/purchases", label: "Purchases", icon: ListOrdered },
  { href: "/admin/unconfirmed", label: "Unconfirmed", icon: CircleQuestionMark },
  { href: "/admin/storefronts", label: "Storefronts", icon: Store },
];
