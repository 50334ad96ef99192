interface ListedType {
  name: string;
  code: string;
  active: boolean;
  /** `[!]SIZE PERIOD NAIRA`: a leading `!` marks an inactive plan. */
  plans: string[];
}

const parseLines = (text: string) => text.split(",").map((line) => line.trim());

/** The sandbox's plans: networks 1 to 4 in this order. */
export const PLAN_LISTING: { name: string; code: string; types: ListedType[] }[] = [
  {
    name: "MTN",
    code: "mtn",
    types: [
      listedType(
        "SME",
        "sme",
        "500MB 7d 390, 1GB 7d 570, 1GB 30d 650, 2GB 30d 1290, 3GB 30d 1940, 5GB 30d 3200",
      ),
      listedType(
        "CORPORATE GIFTING",
        "corporate_gifting",
        "500MB 30d 480, 1GB 30d 790, 2GB 30d 1580, !10GB 30d 7800",
      ),
      listedType(
        "GIFTING",
        "gifting",
        `110MB 1d 100, 230MB 1d 200, 1GB 1d 500, 2.5GB 2d 900, 1GB 7d 800, 6GB 7d 2500, 2GB 30d 1500,
         7GB 30d 3500, 10GB 30d 4500, 20GB 30d 7500, 36GB 30d 11000, 75GB 30d 18000, 150GB 60d 40000,
         1TB 365d 240000`,
      ),
      listedType("DATA COUPONS", "data_coupons", "1GB 30d 620, 2GB 30d 1240, 5GB 30d 3100"),
    ],
  },
  {
    name: "GLO",
    code: "glo",
    types: [
      listedType(
        "CORPORATE GIFTING",
        "corporate_gifting",
        "200MB 14d 95, 500MB 30d 230, 1GB 30d 440, 2GB 30d 880, 3GB 30d 1320, 10GB 30d 4400",
      ),
      listedType(
        "GIFTING",
        "gifting",
        "350MB 1d 100, 1.5GB 14d 500, 2.6GB 30d 1000, 5GB 30d 1500, 10.8GB 30d 3000, 107GB 30d 20000, 1TB 365d 150000",
      ),
      listedType("SME", "sme", "750MB 1d 190, 1.5GB 1d 290, 2.5GB 2d 480, 10GB 7d 1900"),
    ],
  },
  {
    name: "9MOBILE",
    code: "9mobile",
    types: [
      listedType("SME", "sme", "500MB 30d 180, 1GB 30d 350, 2GB 30d 700, 5GB 30d 1750", false),
      listedType(
        "CORPORATE GIFTING",
        "corporate_gifting",
        "500MB 30d 210, 1GB 30d 410, 2GB 30d 820, !20GB 30d 8200",
      ),
      listedType(
        "GIFTING",
        "gifting",
        "100MB 1d 100, 650MB 1d 200, 1.4GB 30d 1000, 4.5GB 30d 2000, 11GB 30d 4000, 75GB 90d 25000",
      ),
    ],
  },
  {
    name: "AIRTEL",
    code: "airtel",
    types: [
      listedType(
        "CORPORATE GIFTING",
        "corporate_gifting",
        "100MB 7d 110, 500MB 30d 460, 1GB 30d 830, 2GB 30d 1660, 5GB 30d 4150",
      ),
      listedType(
        "GIFTING",
        "gifting",
        "110MB 1d 100, 1GB 1d 500, 1.5GB 7d 1000, 6GB 7d 2500, 3GB 30d 2000, 10GB 30d 4000, 25GB 30d 8000, 100GB 30d 20000, !650GB 365d 100000",
      ),
      listedType("SME", "sme", "150MB 1d 60, 600MB 2d 220, 3GB 7d 1050, 7GB 7d 2100"),
    ],
  },
];

function listedType(name: string, code: string, plans: string, active = true): ListedType {
  return { name, code, active, plans: parseLines(plans) };
}
