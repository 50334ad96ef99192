import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import type { Ctx } from "#lib/core/context";
import { areShopDomainsOn } from "#lib/shop-domain/are-domains-on";
import { getShopDomain } from "#lib/shop-domain/shop-domain";
import { DOMAIN_STATE_LABELS } from "./domain-labels.ts";

/** The shop's domain in short, and the way to its page; nothing while the operator offers none. */
export async function DomainCard({ ctx }: { ctx: Ctx }) {
  if (!areShopDomainsOn()) return null;
  const domain = await getShopDomain(ctx);
  return (
    <Card title="Domain" className="mt-10">
      <p className="mb-4 break-words text-muted">
        {domain
          ? `${domain.domain}: ${DOMAIN_STATE_LABELS[domain.state].word.toLowerCase()}.`
          : "Your shop can have its own domain, such as shop.example.com."}
      </p>
      <ButtonLink href="/shop/domain">{domain ? "Open domain" : "Add domain"}</ButtonLink>
    </Card>
  );
}
