import { notHere } from "#lib/api/not-here";

export const dynamic = "force-dynamic";

export {
  notHere as DELETE,
  notHere as GET,
  notHere as HEAD,
  notHere as OPTIONS,
  notHere as PATCH,
  notHere as POST,
  notHere as PUT,
};
