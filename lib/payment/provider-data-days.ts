/** The retention of providers' data, with personal data of payers: longer than banks may charge back. */
export const PROVIDER_DATA_DAYS = 180;
