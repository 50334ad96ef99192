import { type SQL, sql } from "drizzle-orm";

/** Builds the form in which texts of two services are compared: without case and spaces, and nothing else. */
export const toTextKey = (text: SQL): SQL => sql`regexp_replace(lower(${text}), '\\s+', '', 'g')`;

/** Compares texts of two services as `toTextKey` does. */
export const isSameText = (a: string, b: string): boolean => removeSpaces(a) === removeSpaces(b);
const removeSpaces = (text: string) => text.toLowerCase().replace(/\s+/g, "");
