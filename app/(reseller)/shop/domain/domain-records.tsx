import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { ActionButton } from "#app/ui/form/action-button";
import { Time } from "#app/ui/time";
import type { ShopDomainView } from "#lib/shop-domain/shop-domain";
import { recheckDomainAction } from "./actions.ts";
import { DOMAIN_STATE_LABELS, describeDomainProblem } from "./domain-labels.ts";

interface Props {
  domain: ShopDomainView;
}

export function DomainStateCard({ domain: { domain, state, problem, detail, checkedAt, checking } }: Props) {
  return (
    <Card title={domain}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge {...DOMAIN_STATE_LABELS[state]} />
        <span className="text-muted text-sm">
          {checking ? "Checking…" : checkedAt && <>Checked {<Time at={checkedAt} />}</>}
        </span>
      </div>
      {problem ? (
        <Banner kind={state === "verified" || state === "lost" ? "warn" : "info"} className="mb-4">
          {describeDomainProblem(problem, detail)}
        </Banner>
      ) : (
        state !== "opening" && (
          <p className="mb-4">
            {state === "verified"
              ? "Links, QR codes and messages use it. Keep its DNS records."
              : "Set the records below where you registered the domain."}
          </p>
        )
      )}
      {state === "opening" && (
        <p className="mb-4">Links use the portal’s address until your shop opens at the domain.</p>
      )}
      <ActionButton
        action={recheckDomainAction}
        id="recheck"
        variant="secondary"
        disabled={checking}
        className="self-start max-sm:w-full"
      >
        Check now
      </ActionButton>
    </Card>
  );
}

/** The records to set, each part to copy. */
export function DomainRecordsCard({ domain: { domain, proof, target } }: Props) {
  return (
    <Card title="DNS records">
      <DnsRecord title="TXT record: proves that the domain is yours" name={proof.name} value={proof.value} />
      <DnsRecord title="CNAME record: leads it here" name={domain} value={target.host} />
      {target.addresses.length > 0 && (
        <>
          <p className="mb-3 text-muted">
            A domain without a part before it, such as example.com, can’t have a CNAME record. It needs this
            instead, and no other A or AAAA record:
          </p>
          {target.addresses.map((address) => (
            <DnsRecord
              key={address}
              title={address.includes(":") ? "AAAA record" : "A record"}
              name={domain}
              value={address}
            />
          ))}
        </>
      )}
    </Card>
  );
}

function DnsRecord({ title, name, value }: { title: string; name: string; value: string }) {
  return (
    <section className="mb-5 last:mb-0">
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      <dl className="divide-y divide-line rounded-md bg-sunken">
        <DnsRecordPart label="Name" text={name} />
        <DnsRecordPart label="Value" text={value} />
      </dl>
    </section>
  );
}

function DnsRecordPart({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-center gap-3 py-1 pr-1 pl-4">
      <dt className="w-12 shrink-0 text-muted text-sm">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-1">
        <span className="min-w-0 break-all font-mono text-sm">{text}</span>
        <CopyButton text={text} what={label.toLowerCase()} />
      </dd>
    </div>
  );
}
