import { Button } from "#app/ui/button";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/form/checkbox";
import { ImageDown } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { ShareFile } from "#app/ui/share-file";
import { requireResellerPage } from "#lib/request/actor";
import { listPriceImages, type PriceImages } from "#lib/shop/price-images";

export const metadata = { title: "Price images" };

interface Props {
  searchParams: Promise<{ network?: string | string[] }>;
}

export default async function SharePricesPage({ searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const { network = [] } = await searchParams;
  const view = await listPriceImages(ctx, { network });
  const query = new URLSearchParams([network].flat().map((id) => ["network", id]));
  return (
    <>
      <PageHeader
        title="Price images"
        lead={
          view.address
            ? "Your shop’s prices as images for WhatsApp status or chats."
            : "Your selling prices as images for WhatsApp status or chats."
        }
        back={view.address ? { href: "/shop/share", label: "Share" } : { href: "/prices", label: "Prices" }}
      />
      {view.needsPrices ? (
        <EmptyState
          icon={ImageDown}
          title="No prices yet"
          action={<ButtonLink href="/prices">Set prices</ButtonLink>}
        >
          Choose what you add to your price. The images then show your prices.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Card title="Options">
            <form action="/prices/images" className="grid gap-4">
              <fieldset>
                <legend className="font-medium text-sm">Networks</legend>
                {view.networks.map(({ id, name, chosen }) => (
                  <Checkbox key={id} name="network" value={id} label={name} defaultChecked={chosen} />
                ))}
              </fieldset>
              <Button type="submit">Create images</Button>
            </form>
          </Card>
          <PriceImageList view={view} query={query} />
        </div>
      )}
    </>
  );
}

function PriceImageList({ view, query }: { view: PriceImages; query: URLSearchParams }) {
  if (view.pictures.length === 0) {
    return (
      <EmptyState icon={ImageDown} title="No plans to show">
        No plans of these networks are for sale right now. Choose another network.
      </EmptyState>
    );
  }
  const many = view.pictures.length > 1;
  return (
    <Card title={many ? `${view.pictures.length} images` : "Image"}>
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
                href={`/prices/images/${index + 1}?${query}`}
                name={`prices-${index + 1}.png`}
                type="image/png"
                variant={index === 0 ? "primary" : "secondary"}
              >
                {many ? `Share image ${index + 1}` : "Share image"}
              </ShareFile>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
