import { headers } from "next/headers";
import type { AuthOptions, Session } from "next-auth";
import { database } from "#db/client";
import { signOut } from "#lib/account/session/end";
import { readSession } from "#lib/account/session/read";
import { SignInInput, signIn } from "#lib/account/session/sign-in";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { currentBrowser } from "./actor.ts";
import { callerAddress } from "./address.ts";
import { COOKIE_SECONDS, decodeCookie, keepDevice, keepHalf, sessionCookie } from "./cookie.ts";
import { problemOf } from "./problem.ts";

declare module "next-auth" {
  interface User {
    /** What opens the session's row. It leaves the server only sealed into the cookie. */
    secret: string;
  }
  interface Session {
    user?: { name: string; email: string; role: "reseller" | "admin" };
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    secret?: string;
  }
}

/** How next-auth signs people in and out here: its JWT carries a session's secret and nothing else. */
export function authOptions(): AuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
    jwt: { decode: ({ token }) => decodeCookie(token) },
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
    cookies: { sessionToken: sessionCookie() },
    providers: [
      {
        id: "credentials",
        type: "credentials",
        name: "E-mail and password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize,
      },
    ],
    callbacks: {
      jwt: async ({ token, user }) => {
        const secret = user?.secret ?? token.secret;
        if (!secret || !(await readSession(visitor(), secret))) throw new Error("The session has ended.");
        return { secret };
      },
      session: async ({ session, token }) => sessionOf(session, token.secret),
    },
    events: {
      signOut: async ({ token }) => {
        const session = token?.secret ? await readSession(visitor(), token.secret) : undefined;
        if (session) await signOut({ ...visitor(), actor: session.actor });
      },
    },
    logger: {
      error: (code) => log.warn("next-auth", { code }),
      warn: () => {},
      debug: () => {},
    },
  };
}

async function authorize(credentials: Record<string, string> | undefined) {
  const browser = await currentBrowser();
  const input = SignInInput.safeParse({ ...credentials, browser });
  if (!input.success) return null;
  try {
    const ctx = visitor(callerAddress(await headers()));
    const { secret, half } = await signIn(ctx, input.data);
    await keepDevice(browser.device);
    if (half === null) return { id: "", secret };
    await keepHalf(half);
  } catch (error) {
    if (error instanceof PortalError && error.code === "invalid") return null;
    throw new Error(problemOf(error).code);
  }
  throw new Error("code");
}

/** What next-auth's own session route tells: read from the row, never from the token. */
async function sessionOf(session: Session, secret: string | undefined): Promise<Session> {
  const open = secret ? await readSession(visitor(), secret) : undefined;
  if (!open) throw new Error("The session has ended.");
  const { kind, email } = open.actor;
  return { expires: session.expires, user: { name: open.name, email, role: kind } };
}

function visitor(address?: string): Ctx {
  return { actor: { kind: "visitor" }, db: database().db, address };
}
