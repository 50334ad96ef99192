import { PackageOpen } from "lucide-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";

/** Above the form while purchases are not taken. `since`: when the last price list came, if it is too old. */
export function Paused({ since }: { since: Date | null }) {
  return (
    <Notice kind="warn" title="Buying is paused right now">
      {since ? (
        <>
          The prices here are from <Time at={since} />, and no newer ones could be had. Your money is safe.
          Try again in a few minutes.
        </>
      ) : (
        "You can look around and choose. Your money is safe. Try again in a few minutes."
      )}
    </Notice>
  );
}

export function NothingOnSale() {
  return (
    <EmptyState icon={PackageOpen} title="No plans are on sale right now">
      The price list is empty. As soon as plans arrive they are here, at your price.
    </EmptyState>
  );
}
