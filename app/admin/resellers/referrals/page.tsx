import { AdminDialog, AdminForm } from "#app/admin/admin-form";
import { AdminList } from "#app/admin/admin-list";
import { AmountInput } from "#app/admin/amount-input";
import { HistoryDetails } from "#app/admin/history";
import { ResellerTabs } from "#app/admin/tabs";
import { Badge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { Gift } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { actionsColumn, type Column } from "#app/ui/list/data-table";
import { PageLink } from "#app/ui/page/page-link";
import { formatShare } from "#app/ui/referral-terms.ts";
import { Time } from "#app/ui/time";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { getAuditHistory } from "#lib/audit/audit-history";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { type ReferralRow, referralList } from "#lib/referral/referral-list";
import { getReferralSettings, type ReferralSettings } from "#lib/referral/referral-settings";
import { requireAdminPage } from "#lib/request/actor";
import { clearReferralAction, endReferralAction, setReferralSettingsAction } from "./actions.ts";

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
      below={<TermsCard ctx={ctx} />}
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

const ResellerLink = ({ id, name }: { id: number; name: string }) => (
  <PageLink href={`/admin/resellers/${id}`} className="font-medium underline-offset-4 hover:underline">
    {name}
  </PageLink>
);

/** Formats the terms in a few words. */
function formatTerms({
  kind,
  reward,
  minimum,
  share,
  cap,
  months,
}: Omit<ReferralSettings, "kind" | "id" | "holdDays" | "maxReferrals" | "version"> & {
  kind: string;
}): string {
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

async function TermsCard({ ctx }: { ctx: Ctx }) {
  const [settings, { open }] = await Promise.all([
    getReferralSettings(ctx),
    readSettings(ctx, signUpSettings),
  ]);
  const { kind, version } = settings;
  return (
    <Card title="Referral settings" className="mt-8 max-w-3xl">
      <p>
        {kind === "off"
          ? "Referrals are off. Resellers have no link."
          : `A referral earns: ${formatTerms(settings)}.`}
      </p>
      {kind !== "off" && !open && (
        <Banner
          className="mt-3"
          kind="warn"
          title="Sign-up page is off"
          link={{ href: "/admin/resellers/sign-ups", label: "Sign-up requests" }}
        >
          Resellers get no link until you turn it on.
        </Banner>
      )}
      <Disclosure key={version} title="Change referral settings">
        <TermsForm settings={settings} />
      </Disclosure>
      <HistoryDetails records={getAuditHistory(ctx, { subject: "referral settings", subjectId: "terms" })} />
    </Card>
  );
}

const KIND_LABELS = {
  off: "Nothing: referrals are off",
  first_funding: "A sum at the first large top-up",
  share: "A share of the margin",
};

/** Hides the fields of one kind until it is chosen, without script too. */
const FIELD_CLASS = {
  first_funding: "[form:not(:has([value=first_funding]:checked))_&]:hidden",
  share: "[form:not(:has([value=share]:checked))_&]:hidden",
};

function TermsForm({ settings }: { settings: ReferralSettings }) {
  const { kind, reward, minimum, share, cap, months, holdDays, maxReferrals, version } = settings;
  const whole = { inputMode: "numeric", autoComplete: "off", required: true } as const;
  return (
    <AdminForm
      needs="rules"
      id="terms"
      action={setReferralSettingsAction}
      hidden={{ version }}
      submit="Save referral settings"
    >
      <Select label="A referral earns" name="kind" options={KIND_LABELS} defaultValue={kind} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className={FIELD_CLASS.first_funding}>
          <AmountInput
            label="Reward"
            name="reward"
            amount={reward}
            hint="Paid once, for the first top-up of the minimum or more."
          />
        </div>
        <div className={FIELD_CLASS.first_funding}>
          <AmountInput label="Minimum top-up" name="minimum" amount={minimum} hint="The reward or more." />
        </div>
        <div className={FIELD_CLASS.share}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            label="Share of margin (%)"
            name="share"
            defaultValue={share === null ? "" : String(share / 100)}
            hint="0.01 to 50."
          />
        </div>
        <div className={FIELD_CLASS.share}>
          <AmountInput
            label="Maximum per reseller"
            name="cap"
            amount={cap}
            hint="One referral earns no more than this."
          />
        </div>
        <Input
          {...whole}
          label="Months"
          name="months"
          defaultValue={months}
          hint="1 to 24, from the day the reseller joins."
        />
        <Input
          {...whole}
          label="Days until payment"
          name="holdDays"
          defaultValue={holdDays}
          hint="1 to 180, after the top-up or the month. A top-up reversed before then earns nothing."
        />
        <Input
          {...whole}
          label="New resellers per 30 days"
          name="maxReferrals"
          defaultValue={maxReferrals}
          hint="A referrer earns nothing for more."
        />
      </div>
    </AdminForm>
  );
}
