import { notFound } from "next/navigation";
import { PortalError } from "#lib/core/error";

/** Loads the subject of a page, or shows the not-found page when `work` throws not_found. */
export async function loadOrNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
}
