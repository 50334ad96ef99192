import { ImageDown } from "lucide-react";
import type { Metadata } from "next";
import { type PricePictures, pricePictures } from "#lib/shop/price-pictures";
import { requireResellerPage } from "#lib/web/actor";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ShareFile } from "../../../ui/share-file.tsx";

export const metadata: Metadata = { title: "Price list" };

interface Props {
  searchParams: Promise<{ network?: string | string[]; markup?: string | string[] }>;
}

/** My prices for customers as pictures for a status or a chat. */
export default async function SharePricesPage({ searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const { network = [], markup } = await searchParams;
  const typed = [markup].flat()[0] ?? "";
  const view = await pricePictures(ctx, { network, markup: typed });
  const query = new URLSearchParams([
    ...[network].flat().map((one) => ["network", one]),
    ...(typed ? [["markup", typed]] : []),
  ]);
  return (
    <>
      <PageHeader
        title="Price list"
        lead={
          view.address
            ? "Your shop's prices as pictures, for a WhatsApp status or a chat."
            : "Your prices for customers as pictures, for a WhatsApp status or a chat."
        }
        back={
          view.address ? { href: "/storefront/share", label: "Share" } : { href: "/plans", label: "Plans" }
        }
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Card title="What is shown">
          <form action="/plans/share" className="grid gap-4">
            <fieldset>
              <legend className="font-medium text-sm">Networks</legend>
              {view.networks.map(({ id, name, chosen }) => (
                <Checkbox key={id} name="network" value={id} label={name} defaultChecked={chosen} />
              ))}
            </fieldset>
            {!view.address && (
              <Input
                name="markup"
                label="On top of your price"
                defaultValue={typed}
                hint="Per cent, such as 10%, or an amount, such as 50."
                error={typed && view.needsMarkup ? "Write 10%, or an amount, such as 50." : undefined}
              />
            )}
            <Button type="submit" variant="secondary">
              Show
            </Button>
          </form>
        </Card>
        <Pictures view={view} query={query} />
      </div>
    </>
  );
}

function Pictures({ view, query }: { view: PricePictures; query: URLSearchParams }) {
  if (view.pictures.length === 0) {
    return (
      <EmptyState icon={ImageDown} title={view.needsMarkup ? "Say what you add" : "Nothing to show"}>
        {view.needsMarkup
          ? "With what you add to your own price, the pictures are here."
          : "Nothing of these networks is sold at the moment."}
      </EmptyState>
    );
  }
  const many = view.pictures.length > 1;
  return (
    <Card title={many ? `${view.pictures.length} pictures` : "The picture"}>
      <ul className="grid gap-5">
        {view.pictures.map((lines, index) => {
          const [first, last] = [lines.find(({ kind }) => kind === "plan"), lines.at(-1)];
          const heads = lines.filter(({ kind }) => kind === "head").map(({ text }) => text);
          return (
            <li key={heads.join() + first?.text + first?.note} className="grid justify-items-start gap-2">
              <p>
                <span className="font-medium">{heads.join(", ")}</span>{" "}
                <span className="text-muted text-sm">
                  {first?.text} for {first?.price} to {last?.text} for {last?.price}
                </span>
              </p>
              <ShareFile
                href={`/plans/share/${index + 1}?${query}`}
                name={`prices-${index + 1}.png`}
                type="image/png"
                variant={index === 0 ? "primary" : "secondary"}
              >
                {many ? `Share picture ${index + 1}` : "Share it"}
              </ShareFile>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
