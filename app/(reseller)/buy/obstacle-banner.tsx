import { Plus } from "lucide-react";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { ContactSupport } from "#app/ui/page/contact-support";
import { PageLink } from "#app/ui/page/page-link";
import { PlainIcon } from "#app/ui/plain-icon";
import type { ObstacleProps } from "./review-step.ts";

/** Explains why the purchase is blocked and what to do. */
export function ObstacleBanner({ obstacle: { code, title, text, href } }: { obstacle: ObstacleProps }) {
  if (code === "duplicate") {
    return (
      <Banner kind="warn" title={title} action={href && <ViewPurchaseLink href={href} />}>
        {text}
      </Banner>
    );
  }
  return (
    <Banner kind="error" title={title} action={href && <TopUpLink href={href} />}>
      {text}
      {code === "restricted" && (
        <>
          {" "}
          <ContactSupport>to find out what’s missing</ContactSupport>
        </>
      )}
    </Banner>
  );
}

function ViewPurchaseLink({ href }: { href: string }) {
  return (
    <PageLink href={href} className="font-semibold text-accent underline underline-offset-4">
      View first purchase
    </PageLink>
  );
}

function TopUpLink({ href }: { href: string }) {
  return (
    <ButtonLink href={href} className="w-full sm:w-auto">
      <PlainIcon icon={Plus} />
      Top up wallet
    </ButtonLink>
  );
}
