import { Banner } from "#app/ui/banner";
import type { PlanListView } from "#lib/catalogue/list-plans";

/** Lists what an admin switched off, with their message. */
export function OffBanner({ off }: { off: PlanListView["off"] }) {
  if (off.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {off.map(({ what, message }) => (
        <Banner
          key={what}
          kind="warn"
          title={what ? `${what} isn’t available right now` : "Buying is paused right now"}
        >
          {message}
        </Banner>
      ))}
    </div>
  );
}
