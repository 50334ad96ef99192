import { z } from "zod";

/** A day as a filter names it ("2026-11-20"), in this thousand years: the database cannot read what is long before. */
export const Day = z.iso.date().regex(/^2/);
