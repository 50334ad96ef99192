import type { MetadataRoute } from "next";

/** Search engines read shops, without what customers ordered there; nothing else is for them. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/s/", disallow: ["/", "/s/*/o/"] } };
}
