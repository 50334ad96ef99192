import Link from "next/link";
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import type { ObstacleProps } from "./step.ts";

/** What stands in the way, what did not happen, and what helps. */
export function Obstacle({ obstacle }: { obstacle: ObstacleProps }) {
  switch (obstacle.code) {
    case "insufficient_funds":
      return (
        <Stop title={`You need ${obstacle.missing} more`}>
          Nothing was charged. Ask whoever opened your account to add money; everything here is kept until
          then.
        </Stop>
      );
    case "daily_limit":
      return (
        <Stop title={`This would go over today's limit of ${obstacle.limit}`}>
          You spent {obstacle.spent} today. Nothing was charged. It starts again at midnight.
        </Stop>
      );
    case "restricted":
      return (
        <Stop title="Your account cannot buy at the moment">
          Nothing was charged. Ask whoever opened your account what is missing.
        </Stop>
      );
    case "negative_wallet":
      return (
        <Stop title="Your wallet is below zero">
          Nothing was charged. You can buy again as soon as money was added.
        </Stop>
      );
    case "service_unavailable":
      return (
        <Stop title="Buying is paused right now">
          Nothing was charged. Everything here is kept: check again in a few minutes.
        </Stop>
      );
    case "duplicate":
      return (
        <Notice
          kind="warn"
          title="Is this a second one?"
          action={
            <Link
              href={`/purchases/${obstacle.ident}`}
              className="font-semibold text-accent underline underline-offset-4"
            >
              See the first
            </Link>
          }
        >
          You bought this plan for this number a moment ago.
        </Notice>
      );
  }
}

function Stop({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Notice kind="error" title={title}>
      {children}
    </Notice>
  );
}
