import { MessageCircleQuestionMark } from "lucide-react";
import type { Metadata } from "next";
import { sayTime } from "#lib/core/time";
import { type OwnCase, ownCaseList } from "#lib/purchase/case/case-list";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { caseWords } from "../../../ui/case-words.ts";
import { ListPage } from "../../../ui/list-page.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { List, Row } from "../../../ui/row.tsx";

export const metadata: Metadata = { title: "Not received" };

const EMPTY = {
  icon: MessageCircleQuestionMark,
  title: "Nothing was reported",
  text: "When a customer did not receive their data, open the purchase and report it there.",
  action: { href: "/purchases", label: "See purchases" },
};

/** What customers did not receive, and what came of it. */
export default async function CasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const page = await ownCaseList.page(ctx, await searchParams);
  return (
    <ListPage
      live
      here="/purchases/cases"
      page={page}
      title="Not received"
      lead="What your customers did not receive, and what came of it."
      back={{ href: "/purchases", label: "Purchases" }}
      empty={EMPTY}
    >
      <Card padded={false}>
        <List label="Not received">
          {page.rows.map((one) => (
            <CaseRow key={one.id} one={one} />
          ))}
        </List>
      </Card>
    </ListPage>
  );
}

function CaseRow({ one }: { one: OwnCase }) {
  const { ident, phone, networkName, size, volume, state, answerBy } = one;
  const { word, tone } = caseWords(one);
  return (
    <Row
      href={`/purchases/${ident}`}
      lead={<NetworkTile name={networkName} />}
      title={`${phone}, ${networkName} ${size} ${volume}`}
      note={state === "desk" && `By ${sayTime(answerBy)}`}
      state={
        <Badge tone={tone} icon>
          {word}
        </Badge>
      }
    />
  );
}
