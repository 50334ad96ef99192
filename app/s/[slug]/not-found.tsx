import { MapPinOff, Store } from "lucide-react";
import { headers } from "next/headers";
import { closedShop } from "#lib/store/visit";
import { currentCtx } from "#lib/web/actor";
import { EmptyState } from "../../ui/empty-state.tsx";

/** A shop that is closed says so; any other address leads nowhere. */
export default async function NotFound() {
  const [, , slug = ""] = ((await headers()).get("x-path") ?? "").split(/[/?]/);
  const closed = await closedShop(await currentCtx(), { slug });
  return (
    <main className="grid min-h-dvh place-items-center">
      {closed ? (
        <EmptyState icon={Store} title={`${closed} is closed`}>
          This shop sells nothing at the moment. Orders that were placed keep their own pages.
        </EmptyState>
      ) : (
        <EmptyState icon={MapPinOff} title="There is no shop here">
          The address may be mistyped. Ask whoever gave it to you to send it again.
        </EmptyState>
      )}
    </main>
  );
}
