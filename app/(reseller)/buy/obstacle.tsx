import { Plus } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { AskUs } from "../../ui/ask-us.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { ObstacleProps } from "./step.ts";

/** What stands in the way, what did not happen, and what helps. */
export function Obstacle({ obstacle }: { obstacle: ObstacleProps }) {
  switch (obstacle.code) {
    case "insufficient_funds":
      return (
        <Stop title={`You need ${obstacle.missing} more`} action={<AddMoney href={obstacle.fund} />}>
          Nothing was charged.
        </Stop>
      );
    case "negative_wallet":
      return (
        <Stop title="Your wallet is below zero" action={<AddMoney href={obstacle.fund} />}>
          Nothing was charged. With {obstacle.missing} more you can buy this.
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
          Nothing was charged. <AskUs>what is missing</AskUs>
        </Stop>
      );
    case "service_unavailable":
      return (
        <Stop title="Buying is paused right now">Nothing was charged. Check again in a few minutes.</Stop>
      );
    case "line_too_long":
      return (
        <Stop title="Too many are waiting right now">
          It would take {obstacle.wait} to send this one. Nothing was charged. Try again a little later.
        </Stop>
      );
    case "too_many_waiting":
      return (
        <Stop title={`You have ${obstacle.waiting} purchases waiting`}>
          Nothing was charged. Buy more when some of them are sent.
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

interface StopProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

function Stop({ title, children, action }: StopProps) {
  return (
    <Notice kind="error" title={title} action={action}>
      {children}
    </Notice>
  );
}

function AddMoney({ href }: { href: string }) {
  return (
    <ButtonLink href={href} className="w-full sm:w-auto">
      <Plus aria-hidden />
      Add money
    </ButtonLink>
  );
}
