import type { PlanListView } from "#lib/catalogue/list";
import { Notice } from "../../ui/notice.tsx";

/** What cannot be bought at the moment, in the words of whoever switched it off. */
export function Off({ off }: { off: PlanListView["off"] }) {
  if (off.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {off.map(({ what, message }) => (
        <Notice
          key={what}
          kind="warn"
          title={what ? `${what} cannot be bought right now` : "Buying is paused right now"}
        >
          {message}
        </Notice>
      ))}
    </div>
  );
}
