import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoney } from "#lib/core/money";
import type { Need } from "#lib/report/home";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import type { Tone } from "../../ui/purchase-words.ts";
import { List, Row } from "../../ui/row.tsx";
import { Time } from "../../ui/time.tsx";

/** What waits for a hand, the most pressing first, each leading to where it is done. */
export function Needs({ needs }: { needs: readonly Need[] }) {
  if (needs.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
        <CircleCheck aria-hidden className="size-5 shrink-0" />
        Nothing needs a hand now.
      </p>
    );
  }
  return (
    <Card title="Needs a hand" padded={false}>
      <List label="What needs a hand">
        {needs.map((need) => {
          const { href, title, note, tone, word } = wordsFor(need);
          return (
            <Row
              key={need.kind}
              href={href}
              title={title}
              note={note}
              state={
                <Badge tone={tone} icon>
                  {word}
                </Badge>
              }
            />
          );
        })}
      </List>
    </Card>
  );
}

interface Words {
  href: string;
  title: string;
  note: ReactNode;
  tone: Tone;
  word: string;
}

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);

function wordsFor(need: Need): Words {
  switch (need.kind) {
    case "stopped":
      return {
        href: "/admin/system",
        title: "Sending is stopped",
        note: need.probeAt ? (
          <>
            {need.reason} One purchase is tried <Time at={need.probeAt} />.
          </>
        ) : (
          need.reason
        ),
        ...(need.probeAt ? { tone: "unsure", word: "Paused" } : { tone: "bad", word: "Stopped" }),
      };
    case "books":
      return {
        href: `/admin/closes/${need.day}`,
        title: "The books do not agree",
        note: "Found when the day was closed. Stop sending until you know why.",
        tone: "bad",
        word: "Differ",
      };
    case "stale":
      return {
        href: "/admin/system",
        title: "The catalogue is too old, so nothing is sold",
        note: need.since ? (
          <>
            From <Time at={need.since} />. {need.failure}
          </>
        ) : (
          (need.failure ?? "No list came yet.")
        ),
        tone: "bad",
        word: "Not selling",
      };
    case "low_balance":
      return {
        href: "/admin/unconfirmed",
        title: `The balance at the upstream is low: ${formatMoney(need.amount)}`,
        note: need.emptyAt ? (
          <>
            At today’s pace it is empty <Time at={need.emptyAt} />.
          </>
        ) : (
          "Top it up before purchases are refused."
        ),
        tone: "bad",
        word: "Low",
      };
    case "funding":
      return {
        href: "/admin/wallets",
        title: many(need.count, "reseller asks for money to be added", "requests for money to be added"),
        note: "They paid, and wait for it in their wallet.",
        tone: "wait",
        word: "Asked",
      };
    case "suspense":
      return {
        href: "/admin/wallets/suspense",
        title: many(need.count, "payment waits in suspense", "payments wait in suspense"),
        note: "A provider confirmed money that is not what was asked for. Assign it, or send it back.",
        tone: "wait",
        word: "Unclear",
      };
    case "settlement":
      return {
        href: "/admin/wallets/settlements",
        title: many(need.count, "settlement does not agree", "things in settlements do not agree"),
        note: "What a provider paid out is not what the books have.",
        tone: "unsure",
        word: "Look",
      };
    case "second_admin":
      return {
        href: "/admin/wallets/waiting",
        title: many(need.count, "movement of money waits", "movements of money wait"),
        note: "One admin proposed it. Another has to confirm it or turn it down.",
        tone: "wait",
        word: "Second admin",
      };
    case "overdue":
      return {
        href: "/admin/unconfirmed?state=overdue",
        title: many(need.count, "purchase is overdue", "purchases are overdue"),
        note: "Their buyers were promised an outcome within a day. Ask the upstream, and decide.",
        tone: "bad",
        word: "Overdue",
      };
    case "cases":
      return {
        href: need.overdue > 0 ? "/admin/cases?state=overdue" : "/admin/cases",
        title: many(need.count, "purchase was not received", "purchases were not received"),
        note: "Their resellers say so, and were promised an answer.",
        ...(need.overdue > 0
          ? { tone: "bad", word: `${need.overdue} overdue` }
          : { tone: "wait", word: "To answer" }),
      };
    case "unconfirmed":
      return {
        href: "/admin/unconfirmed",
        title: many(need.count, "purchase is not confirmed", "purchases are not confirmed"),
        note: (
          <>
            The oldest since <Time at={need.oldestAt} />.
          </>
        ),
        tone: "unsure",
        word: "Unconfirmed",
      };
    case "discrepancies":
      return {
        href: "/admin/unconfirmed/discrepancies",
        title: many(need.count, "thing does not fit", "things do not fit"),
        note: "What the upstream answered, or its balance, contradicts the records.",
        tone: "unsure",
        word: "Look",
      };
    case "below_cost":
      return {
        href: "/admin/catalogue?state=below_cost",
        title: many(need.count, "plan is below its cost", "plans are below their cost"),
        note: "It is not sold at that price. Raise its price rule.",
        tone: "bad",
        word: "Not sold",
      };
    case "off":
      return {
        href: "/admin/catalogue/switches",
        title: "Everything is switched off",
        note: `Buyers read: “${need.message}”`,
        tone: "bad",
        word: "Off",
      };
    case "mail":
      return {
        href: "/admin/settings/notices",
        title: need.waitingSince
          ? "Mail does not go out"
          : many(need.givenUp, "mail could not be delivered", "mails could not be delivered"),
        note: need.problem,
        ...(need.waitingSince ? { tone: "bad", word: "Waiting" } : { tone: "unsure", word: "Given up" }),
      };
    case "failed_jobs":
      return {
        href: "/admin/system/jobs",
        title: many(need.count, "background job failed", "background jobs failed"),
        note: "It is not tried again by itself.",
        tone: "unsure",
        word: "Failed",
      };
  }
}
