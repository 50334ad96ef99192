import type { MetadataRoute } from "next";

/**
 * Search engines read shops, without what customers ordered there;
 * and the pages for programmers; nothing else is for them.
 */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: ["/llms.txt", "/guide", "/s/"], disallow: ["/", "/s/*/o/"] } };
}
