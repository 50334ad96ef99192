import { headers } from "next/headers";
import type { AuthOptions, Session } from "next-auth";
import { getDatabase } from "#db/client";
import { signOut } from "#lib/account/session/end-sessions";
import { readSession } from "#lib/account/session/read-session";
import { SignInInput, signIn } from "#lib/account/session/sign-in";
import type { Ctx, Person } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { getCurrentBrowser } from "./actor.ts";
import { getCallerAddress } from "./caller-address.ts";
import {
  decodeSessionCookie,
  getSessionCookieOptions,
  MAX_SESSION_AGE_S,
  setDeviceCookie,
  setPendingSignInCookie,
} from "./cookie.ts";
import { toProblem } from "./problem.ts";

declare module "next-auth" {
  interface User {
    /** The session's secret. It leaves the server only sealed into the cookie. */
    secret: string;
  }
  interface Session {
    user?: { name: string; email: string; role: Person["kind"] };
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    secret?: string;
  }
}

/** Creates next-auth's options. Its JWT contains a session's secret and nothing else. */
export function createAuthOptions(): AuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: MAX_SESSION_AGE_S },
    jwt: { decode: ({ token }) => decodeSessionCookie(token) },
    pages: { signIn: "/sign-in", signOut: "/", error: "/sign-in" },
    cookies: { sessionToken: getSessionCookieOptions() },
    providers: [
      {
        id: "credentials",
        type: "credentials",
        name: "Email and password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: authoriseCredentials,
      },
    ],
    callbacks: {
      jwt: async ({ token, user }) => {
        const secret = user?.secret ?? token.secret;
        if (!secret || !(await readSession(createVisitorCtx(), secret)))
          throw new Error("The session has ended.");
        return { secret };
      },
      session: async ({ session, token }) => toSession(session, token.secret),
    },
    events: {
      signOut: async ({ token }) => {
        const session = token?.secret ? await readSession(createVisitorCtx(), token.secret) : undefined;
        if (session) await signOut({ ...createVisitorCtx(), actor: session.actor });
      },
    },
    logger: {
      error: (code) => log.warn("next-auth", { code }),
      warn: () => {},
      debug: () => {},
    },
  };
}

async function authoriseCredentials(credentials: Record<string, string> | undefined) {
  const browser = await getCurrentBrowser();
  const input = SignInInput.safeParse({ ...credentials, browser });
  if (!input.success) return null;
  try {
    const ctx = createVisitorCtx(getCallerAddress(await headers()));
    const { secret, half } = await signIn(ctx, input.data);
    await setDeviceCookie(browser.device);
    if (half === null) return { id: "", secret };
    await setPendingSignInCookie(half);
  } catch (error) {
    if (error instanceof PortalError && error.code === "invalid") return null;
    throw new Error(toProblem(error).code);
  }
  throw new Error("code");
}

/** Builds the response of next-auth's session route from the row, never from the token. */
async function toSession(session: Session, secret: string | undefined): Promise<Session> {
  const open = secret ? await readSession(createVisitorCtx(), secret) : undefined;
  if (!open) throw new Error("The session has ended.");
  const { kind, email } = open.actor;
  return { expires: session.expires, user: { name: open.name, email, role: kind } };
}

function createVisitorCtx(address?: string): Ctx {
  return { actor: { kind: "visitor" }, db: getDatabase().db, address };
}
