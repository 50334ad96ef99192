import { readApiAnnouncements } from "#lib/announcement/announcement-for-clients";
import { createEndpoint } from "#lib/api/endpoint";
import { okResponse } from "#lib/api/response";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/announcements", {
  GET: { handle: async ({ ctx }) => okResponse({ data: await readApiAnnouncements(ctx) }) },
});
