import { ListPlus, PackageOpen } from "lucide-react";
import type { Metadata } from "next";
import { list, type PlanListView } from "#lib/catalogue/list";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { examplePhone, groupedPhone, parsePhone } from "#lib/core/phone";
import { hasCustomers, namesOf } from "#lib/customer/find-customers";
import { prepare } from "#lib/purchase/place/prepare";
import { newRef } from "#lib/purchase/place/refs";
import { get } from "#lib/purchase/read/get";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { Time } from "../../ui/time.tsx";
import { Off } from "../plans/off.tsx";
import { Buy } from "./buy.tsx";
import { optionsOf } from "./options.ts";
import { type Pick, reviewStep, type Step } from "./review-step.ts";

export const metadata: Metadata = { title: "Buy data" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Network, type, plan, number, review: all plans of my level are in the page. */
export default async function BuyPage({ searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const [{ plans, fresh, staleSince, off }, at] = await Promise.all([list(ctx, {}), prepare(ctx)]);
  const query = await searchParams;
  const [first, names, searches] = await Promise.all([
    firstStep(ctx, query, plans),
    namesOf(
      ctx,
      at.numbers.map(({ phoneE164 }) => phoneE164),
    ),
    hasCustomers(ctx),
  ]);
  return (
    <>
      <PageHeader
        title="Buy data"
        lead={
          <>
            <Money text={formatMoney(at.wallet)} className="font-medium text-ink" /> in your wallet
          </>
        }
      >
        <ButtonLink href="/bulk" variant="secondary">
          <PlainIcon icon={ListPlus} />
          Many at once
        </ButtonLink>
      </PageHeader>
      <Off off={off} />
      {plans.length === 0 ? (
        off.length === 0 && <NothingOnSale />
      ) : (
        <div className="grid gap-5">
          {!(fresh && at.accepting) && <Paused since={staleSince} />}
          <Buy
            key={JSON.stringify(query)}
            first={first}
            networks={optionsOf(plans, at.types)}
            numbers={at.numbers.map(({ phone, phoneE164, networkName }) => ({
              ...{ phone, network: networkName, name: names.get(phoneE164) ?? null },
            }))}
            searches={searches}
            example={examplePhone()}
          />
        </div>
      )}
    </>
  );
}

type Query = Record<string, string | string[] | undefined>;
type Plans = PlanListView["plans"];

/**
 * Where the page begins, from its address: what is named there is chosen already, and when plan and number
 * are, the review is the first thing to see. `again` is the ident of a purchase to make once more.
 */
async function firstStep(ctx: Ctx, query: Query, plans: Plans): Promise<Step> {
  const ref = newRef();
  const asked = { ...(await former(ctx, one(query.again))), ...named(query) };
  const pick = pickOf(asked, plans);
  if (pick.plan && pick.phone) return reviewStep(ctx, { ref, pick });
  const gone = asked.plan && !pick.plan ? "This plan is not sold now. Choose another one." : null;
  const errors = gone && pick.network ? { plan: gone } : {};
  return { ref, pick, errors, notice: pick.network ? null : gone, review: null };
}

/** Plan and number of a purchase of the reader's own; nothing when it is not. */
async function former(ctx: Ctx, ident: string): Promise<Partial<Pick>> {
  if (!/^DT[0-9A-Z]+$/.test(ident)) return {};
  try {
    const { networkId, planId, phoneE164 } = await get(ctx, { ident });
    return { network: String(networkId), plan: String(planId), phone: phoneE164 };
  } catch (error) {
    if (error instanceof PortalError) return {};
    throw error;
  }
}

function named(query: Query): Partial<Pick> {
  const names = ["network", "type", "plan", "phone"] as const;
  return Object.fromEntries(names.flatMap((name) => (one(query[name]) ? [[name, one(query[name])]] : [])));
}

/** What was asked for, as far as it is on sale; a plan brings its own network and type. */
function pickOf(asked: Partial<Pick>, plans: Plans): Pick {
  const phone = grouped(asked.phone ?? "");
  const plan = plans.find(({ id }) => String(id) === asked.plan);
  if (plan) {
    return { network: String(plan.networkId), type: String(plan.typeId), plan: String(plan.id), phone };
  }
  const network = plans.find(({ networkId }) => String(networkId) === asked.network);
  if (!network) return { network: "", type: "", plan: "", phone };
  const type = plans.find((one) => one.networkId === network.networkId && String(one.typeId) === asked.type);
  return { network: String(network.networkId), type: type ? String(type.typeId) : "", plan: "", phone };
}

function grouped(phone: string): string {
  const right = parsePhone(phone);
  return right ? groupedPhone(right) : phone.slice(0, 40);
}

/** A query's value; a `+` that an address turned into a space is put back. */
function one(value: string | string[] | undefined): string {
  return ([value].flat()[0] ?? "").replace(/^ (?=\d)/, "+");
}

/** Above the form while purchases are not taken. `since`: when the last price list came, if it is too old. */
function Paused({ since }: { since: Date | null }) {
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
