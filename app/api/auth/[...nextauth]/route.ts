import NextAuth from "next-auth";
import { authOptions } from "#lib/web/auth";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

const handle = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

export { handle as GET, handle as POST };
