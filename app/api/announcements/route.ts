import { readApiAnnouncements } from "#lib/announcement/announcement-for-clients";
import { createEndpoint } from "#lib/api/endpoint";
import { okResponse } from "#lib/api/response";

/** The announcements in force. */
const serve = createEndpoint("/api/announcements", {
  GET: { handle: async ({ ctx }) => okResponse({ data: await readApiAnnouncements(ctx) }) },
});

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
