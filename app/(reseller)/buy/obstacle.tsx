import { Plus } from "lucide-react";
import { AskUs } from "../../ui/ask-us.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import type { ObstacleProps } from "./review-step.ts";

/** What stands in the way, what did not happen, and what helps. */
export function Obstacle({ obstacle: { code, title, text, href } }: { obstacle: ObstacleProps }) {
  if (code === "duplicate") {
    return (
      <Notice kind="warn" title={title} action={href && <SeeFirst href={href} />}>
        {text}
      </Notice>
    );
  }
  return (
    <Notice kind="error" title={title} action={href && <AddMoney href={href} />}>
      {text}
      {code === "restricted" && (
        <>
          {" "}
          <AskUs>what is missing</AskUs>
        </>
      )}
    </Notice>
  );
}

function SeeFirst({ href }: { href: string }) {
  return (
    <PageLink href={href} className="font-semibold text-accent underline underline-offset-4">
      See the first
    </PageLink>
  );
}

function AddMoney({ href }: { href: string }) {
  return (
    <ButtonLink href={href} className="w-full sm:w-auto">
      <PlainIcon icon={Plus} />
      Add money
    </ButtonLink>
  );
}
