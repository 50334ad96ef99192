import { z } from "zod";

/** A day of a filter ("2026-11-20"), from 2000 to 2999: the database can't read much earlier ones. */
export const Day = z.iso.date().regex(/^2/);
