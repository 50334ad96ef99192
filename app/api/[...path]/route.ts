export const dynamic = "force-dynamic";

/** Programs read JSON, also about an address that does not exist. */
function notHere(): Response {
  return Response.json({ message: "This address does not exist." }, { status: 404 });
}

export {
  notHere as DELETE,
  notHere as GET,
  notHere as HEAD,
  notHere as OPTIONS,
  notHere as PATCH,
  notHere as POST,
  notHere as PUT,
};
