import { House, ListOrdered, Plug, Plus, Settings, Store, Tags, Wallet } from "lucide-react";
import type { Place } from "../ui/shell/place.ts";

/** Where a reseller can go, in order. A new room adds its line here. */
const PLACES: readonly Place[] = [
  { href: "/home", label: "Home", icon: House, bar: true },
  { href: "/plans", label: "Plans", icon: Tags, bar: true },
  { href: "/buy", label: "Buy data", icon: Plus, bar: true, main: true },
  { href: "/purchases", label: "Purchases", icon: ListOrdered, bar: true },
  { href: "/wallet", label: "Wallet", icon: Wallet },
  { href: "/storefront", label: "Storefront", icon: Store },
  { href: "/developers", label: "Developers", icon: Plug },
  { href: "/settings", label: "Settings", icon: Settings },
];

/** The places with what waits at them. */
export function placesWith({ newOrders }: { newOrders: number }): readonly Place[] {
  return PLACES.map((place) => (place.href === "/storefront" ? { ...place, count: newOrders } : place));
}
