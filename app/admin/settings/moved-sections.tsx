"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** The pages of sections that were on the first page of the settings, by their anchors. */
const PATHS: Readonly<Record<string, string>> = {
  staff: "staff",
  approvals: "general",
  "support-contact": "general",
  reports: "general",
  "payment-instructions": "payments",
  "online-payments": "payments",
  "provider-fees": "payments",
  "unconfirmed-purchases": "purchases",
  "delivery-issues": "purchases",
};

/** Opens the page of a section whose anchor an old link names, which only browsers know. Draws nothing. */
export function MovedSections() {
  const router = useRouter();
  useEffect(() => {
    const { hash } = window.location;
    const page = PATHS[hash.slice(1)];
    if (page) router.replace(`/admin/settings/${page}${hash}`);
  }, [router]);
  return null;
}
