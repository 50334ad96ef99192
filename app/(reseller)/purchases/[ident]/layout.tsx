import type { ReactNode } from "react";
import { requireResellerPage } from "#lib/web/actor";
import { find } from "./find.ts";

interface Props {
  params: Promise<{ ident: string }>;
  children: ReactNode;
}

/** Looks the purchase up before anything is sent: one that does not exist is a 404, not a page that ends as one. */
export default async function PurchaseLayout({ params, children }: Props) {
  const { ctx } = await requireResellerPage();
  await find(ctx, (await params).ident);
  return children;
}
