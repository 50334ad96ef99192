import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { FilterForm } from "#app/ui/list/filter-form";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { SearchInput } from "#app/ui/list/search-input";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { resellerList } from "#lib/reseller/reseller-list";

interface Props {
  ctx: Ctx;
  here: string;
  /** The name or email that was searched for; empty before. */
  q: string;
}

const MAX_RESULTS = 8;

export async function WalletSearch({ ctx, here, q }: Props) {
  const wallets = q ? await resellerList.page(ctx, { q }, MAX_RESULTS) : undefined;
  return (
    <>
      <FilterForm action={here} values={{ wallet: q }}>
        <div className="flex max-w-xl gap-2">
          <div className="min-w-0 flex-1">
            <SearchInput
              name="wallet"
              label="Find a wallet"
              placeholder="Reseller’s name or email"
              defaultValue={q}
            />
          </div>
          <Button type="submit" variant="secondary">
            Find wallet
          </Button>
        </div>
      </FilterForm>
      {wallets && (
        <Card
          title={`Wallets with “${q}”`}
          padded={false}
          className="mb-5"
          link={{ href: here, label: "Clear" }}
        >
          {wallets.rows.length === 0 && (
            <p className="p-4 text-muted md:px-5">No reseller has this name or email.</p>
          )}
          <RowList label="Wallets">
            {wallets.rows.map(({ id, name, email, level, wallet, held }) => (
              <ListRow
                key={id}
                href={`/admin/wallets/${id}`}
                title={name}
                note={`${LEVEL_LABELS[level]}, ${email}`}
                value={<Money text={formatMoney(wallet)} className={wallet < 0n ? "text-bad" : ""} />}
                state={held > 0n && <span className="text-muted">{formatMoney(held)} held</span>}
              />
            ))}
          </RowList>
          {wallets.next !== null && (
            <p className="px-4 py-3 md:px-5">
              <PageLink
                href={`/admin/resellers?${new URLSearchParams({ q })}`}
                className="font-medium text-accent text-sm"
              >
                All resellers with “{q}”
              </PageLink>
            </p>
          )}
        </Card>
      )}
    </>
  );
}
