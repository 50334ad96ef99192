import { env } from "./env.ts";

/** The format of amounts and times: the texts are English, in the way of the portal's country. */
export const getLocale = (): string => `en-${env().PHONE_COUNTRY}`;
