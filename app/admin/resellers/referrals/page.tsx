import { AdminDialog } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { ResellerLink } from "#app/admin/resellers/reseller-link";
import { SettingsSection } from "#app/admin/settings/settings-section";
import { ResellerTabs } from "#app/admin/tabs";
import { Badge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Gift } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { actionsColumn, type Column } from "#app/ui/list/data-table";
import { formatShare } from "#app/ui/referral-terms.ts";
import { Time } from "#app/ui/time";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { type ReferralRow, referralList } from "#lib/referral/referral-list";
import { type ReferralSettings, referralSettings } from "#lib/referral/referral-settings";
import { requireAdminPage } from "#lib/request/actor";
import { clearReferralAction, endReferralAction } from "./actions.ts";

export const metadata = { title: "Referrals" };

const PATH = "/admin/resellers/referrals";

export default async function ReferralsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here={PATH}
      query={await searchParams}
      list={referralList}
      title="Referrals"
      tabs={<ResellerTabs ctx={ctx} here={PATH} />}
      below={<TermsSection ctx={ctx} />}
      search="Name"
      filters={[
        {
          name: "state",
          label: "Status",
          options: { review: "To review", earning: "Earning", ended: "Ended" },
        },
      ]}
      empty={{
        icon: Gift,
        title: "No referrals yet",
        text: "A reseller who signs up by another reseller’s link appears here.",
      }}
      searchHint="Search for part of a name."
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

const COLUMNS: readonly Column<ReferralRow>[] = [
  { head: "Reseller", phone: "title", cell: ({ referred }) => <ResellerLink {...referred} /> },
  { head: "Referred by", phone: "note", cell: ({ referrer }) => <ResellerLink {...referrer} /> },
  { head: "Joined", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: "Earns", cell: formatTerms },
  { head: "Paid", align: "end", phone: "value", cell: ({ paid }) => formatMoney(paid) },
  { head: "Pending", align: "end", cell: ({ pending }) => formatMoney(pending) },
  { head: "Status", cell: (row) => <ReferralBadge row={row} /> },
  actionsColumn((row) => <ReferralActions row={row} />),
];

/** Formats the terms in a few words. */
function formatTerms({
  kind,
  reward,
  minimum,
  share,
  cap,
  months,
}: Pick<ReferralSettings, "kind" | "reward" | "minimum" | "share" | "cap" | "months">): string {
  if (kind === "off") return "Nothing";
  const time = months === 1 ? "1 month" : `${months} months`;
  return kind === "share"
    ? `${formatShare(share ?? 0)} of the margin, up to ${formatMoney(cap ?? 0n)}, ${time}`
    : `${formatMoney(reward ?? 0n)} at a top-up of ${formatMoney(minimum ?? 0n)}, ${time}`;
}

function ReferralBadge({ row: { toReview, endedAt, reversed, paid } }: { row: ReferralRow }) {
  if (endedAt) return <Badge>Ended</Badge>;
  if (toReview) return <Badge tone="wait">To review</Badge>;
  return reversed > 0n && paid === 0n ? (
    <Badge tone="bad">Reversed</Badge>
  ) : (
    <Badge tone="good">Earning</Badge>
  );
}

function ReferralActions({ row: { id, referred, referrer, toReview, endedAt } }: { row: ReferralRow }) {
  if (endedAt) return null;
  const form = { needs: "resellers", hidden: { id }, look: { variant: "quiet", size: "sm" } } as const;
  return (
    <div className="flex justify-end whitespace-normal text-left">
      {toReview && (
        <AdminDialog
          {...form}
          trigger="Approve"
          title={`Approve the referral of ${referred.name}?`}
          about={`${referred.name} and ${referrer.name} signed in on one device, so rewards wait. Approve it if they are two different people. Waiting rewards are then paid.`}
          id={`clear-${id}`}
          action={clearReferralAction}
          submit="Approve referral"
          submitLook="primary"
        />
      )}
      <AdminDialog
        {...form}
        trigger="End"
        title={`End the referral of ${referred.name}?`}
        about="Pending rewards are cancelled, and it earns nothing more. Paid rewards stay. This can’t be undone."
        id={`end-${id}`}
        action={endReferralAction}
        reasonHint="Both resellers see this."
        submit="End referral"
        submitLook="danger"
      />
    </div>
  );
}

async function TermsSection({ ctx }: { ctx: Ctx }) {
  const [terms, { open }] = await Promise.all([
    readSettings(ctx, referralSettings),
    readSettings(ctx, signUpSettings),
  ]);
  const isOff = terms.kind === "off";
  return (
    <div className="mt-8">
      <SettingsSection
        ctx={ctx}
        of={referralSettings}
        text={
          isOff ? "Referrals are off. Resellers have no link." : `A referral earns: ${formatTerms(terms)}.`
        }
        shown={SHOWN_WITH_KIND}
      >
        {!isOff && !open && (
          <Banner
            kind="warn"
            title="Sign-up page is off"
            link={{ href: "/admin/resellers/sign-ups", label: "Sign-up requests" }}
          >
            Resellers get no link until you turn it on.
          </Banner>
        )}
      </SettingsSection>
    </div>
  );
}

/** Hides the fields of one kind until it is chosen, without script too. */
const [SUM, SHARE] = [
  { className: "[form:not(:has([value=first_funding]:checked))_&]:hidden" },
  { className: "[form:not(:has([value=share]:checked))_&]:hidden" },
];
const SHOWN_WITH_KIND = { reward: SUM, minimum: SUM, share: SHARE, cap: SHARE };
