import { sayTime } from "#lib/core/time";
import { Notice } from "../../ui/notice.tsx";

/** Says that the prices may no longer be today's, and what that means. */
export function Stale({ since }: { since: Date }) {
  return (
    <div className="mb-4">
      <Notice kind="warn" title={`These prices are from ${sayTime(since)}`}>
        Newer ones cannot be had at the moment, so nothing can be bought and nothing is charged. Buying opens
        again by itself as soon as they are here.
      </Notice>
    </div>
  );
}
