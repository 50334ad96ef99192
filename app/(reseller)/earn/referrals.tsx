import { ShareLinkCard } from "#app/(reseller)/share-link-card";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Gift } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import { ContactSupport } from "#app/ui/page/contact-support";
import { formatReferralTerms, formatReferrerTerms } from "#app/ui/referral-terms.ts";
import { Time } from "#app/ui/time";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import { getOwnReferrals, type OwnReferrals } from "#lib/referral/get-referrals";

/** The terms, the link to share, and what each referral earned. */
export async function ReferralSection({ ctx }: { ctx: Ctx }) {
  const [{ code, terms, referred, earned, referrer }, { open }] = await Promise.all([
    getOwnReferrals(ctx),
    readSettings(ctx, signUpSettings),
  ]);
  const isEmpty = !terms && referred.length === 0 && !referrer;
  return (
    <section aria-labelledby="referrals" className="grid gap-5">
      <div>
        <h2 id="referrals" className="font-semibold text-lg">
          Referrals
        </h2>
        <p className="text-muted">
          {terms ? formatReferralTerms(terms) : "New referrals don’t earn anything at the moment."}
        </p>
      </div>
      {isEmpty && (
        <EmptyState icon={Gift} title="No referrals yet">
          When referrals earn something, your link shows here.
        </EmptyState>
      )}
      {code && (open ? <LinkCard code={code} /> : <ClosedCard />)}
      {referred.length > 0 && (
        <>
          <div>
            <p className="text-muted">Earned so far</p>
            <p className="mt-1">
              <Money text={formatMoney(earned)} size="hero" />
            </p>
          </div>
          <ReferredCard referred={referred} />
        </>
      )}
      {referrer && <ReferrerCard referrer={referrer} />}
    </section>
  );
}

function LinkCard({ code }: { code: string }) {
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  const address = `${NEXTAUTH_URL}/r/${code}`;
  const text = `Sell mobile data with me on ${PORTAL_NAME}: ${address}`;
  return <ShareLinkCard title="Your link" address={address} text={text} />;
}

function ClosedCard() {
  return (
    <Card title="Your link">
      <p className="mb-3 text-muted">
        New resellers can’t sign up at the moment, so there’s no link to share.
      </p>
      <ContactSupport>to refer a new reseller, and name yourself</ContactSupport>
    </Card>
  );
}

type Referred = OwnReferrals["referred"][number];

function ReferredCard({ referred }: { referred: readonly Referred[] }) {
  return (
    <Card title="Resellers you referred" padded={false}>
      <RowList label="Resellers you referred">
        {referred.map((reseller) => (
          <ListRow
            key={reseller.id}
            title={reseller.name}
            note={<ReferredNote reseller={reseller} />}
            value={reseller.earned > 0n ? formatMoney(reseller.earned) : undefined}
            state={<ReferredBadge reseller={reseller} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

function ReferredNote({ reseller: { joinedAt, pending, ended, earned, terms } }: { reseller: Referred }) {
  if (ended) return <span className="whitespace-normal">Ended: {ended}</span>;
  if (pending)
    return (
      <>
        {formatMoney(pending.amount)} comes <Time at={pending.dueAt} />
      </>
    );
  if (terms.kind === "first_funding" && earned === 0n && terms.minimum !== null)
    return <span className="whitespace-normal">No top-up of {formatMoney(terms.minimum)} or more yet</span>;
  return (
    <>
      Joined <Time at={joinedAt} />
    </>
  );
}

function ReferredBadge({ reseller: { pending, ended, earned, reversed } }: { reseller: Referred }) {
  if (ended) return <Badge>Ended</Badge>;
  if (pending) return <Badge tone="sent">On its way</Badge>;
  if (earned > 0n) return <Badge tone="good">Paid</Badge>;
  return reversed ? <Badge tone="bad">Reversed</Badge> : <Badge>Joined</Badge>;
}

function ReferrerCard({
  referrer: { name, terms, earned, ended },
}: {
  referrer: NonNullable<OwnReferrals["referrer"]>;
}) {
  return (
    <Card title={`Referred by ${name}`}>
      <p className="text-muted">
        {earned > 0n && terms.kind === "first_funding"
          ? `${name} earned ${formatMoney(earned)} for it.`
          : formatReferrerTerms(terms, name)}
        {earned > 0n && terms.kind === "share" && ` So far: ${formatMoney(earned)}.`} You pay nothing.
        {ended && ` It ended: ${ended}`}
      </p>
    </Card>
  );
}
