import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfChanged } from "#bin/build/build-if-changed";
import { type PortalProcess, startPlainNext, startPortalProcess } from "#bin/start/start-portal-process";
import { getFreePort } from "#db/embedded/free-port";
import { generateToken, hashToken } from "#lib/account/token/token";
import { encodeRequest } from "./http-connection.ts";
import { type Market, openMarket } from "./market.ts";

/** A portal in a process of its own, and resellers' API clients. */
export interface ApiClients extends AsyncDisposable {
  market: Market;
  url: string;
  /** Serves the same by `next start`: the endpoints by the framework. @returns its address */
  startPlain(): Promise<string>;
  /** The nth call of all clients, each reseller's in turn. */
  get(path: string, n: number): Buffer;
  /** The nth purchase: another ref and another number each time. */
  post(n: number): { ref: string; mobile: string; body: string; bytes: Buffer };
}

/** Builds the pages if need be, fills a database and starts a portal on it. */
export async function openApiClients(
  roles: string,
  variables: Record<string, string> = {},
): Promise<ApiClients> {
  await buildIfChanged(() => console.log("Building the pages…"));
  const market = await openMarket(10_000);
  const tokens = await resetTokenSecrets(market);
  const dir = mkdtempSync(join(tmpdir(), "programs-"));
  const portals: PortalProcess[] = [];
  const start = async (run: typeof startPlainNext) => {
    const port = await getFreePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = { PORT: String(port), NEXTAUTH_URL: url, PORTAL_ROLES: roles, ...variables };
    portals.push(await run(environment, join(dir, `portal-${portals.length}.log`)));
    return url;
  };
  const url = await start(startPortalProcess);
  const { planId, networkId } = market.at.offered(0, "api");
  const headers = (n: number) => ({ Authorization: `Bearer ${tokens[n % tokens.length]}` });
  const run = Date.now();
  return {
    market,
    url,
    startPlain: () => start(startPlainNext),
    get: (path, n) => encodeRequest(url, { path, headers: headers(n) }),
    post(n) {
      const ref = `bench-${run}-${n}`;
      const mobile = `0803${String(n % 1e7).padStart(7, "0")}`;
      const body = JSON.stringify({ plan: planId, mobile_number: mobile, network: networkId });
      const bytes = encodeRequest(url, {
        method: "POST",
        path: `/api/data/${ref}`,
        headers: headers(n),
        body,
      });
      return { ref, mobile, body, bytes };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(portals.map(({ stop }) => stop()));
      await market[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
}

async function resetTokenSecrets({ sql, buyer, buyers }: Market): Promise<string[]> {
  const tokens = Array.from({ length: buyers }, () => generateToken(false));
  const rows = tokens.map((token, n) => ({ id: buyer(n, "api").id, hash: hashToken(token) }));
  await sql`update tokens set hash = r.hash from jsonb_to_recordset(${sql.json(rows)}) as r (id bigint, hash text)
    where tokens.reseller_id = r.id`;
  return tokens;
}
