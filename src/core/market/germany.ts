/**
 * The highest concession fee of a household in EUR per kWh without VAT, by the inhabitants of its municipality: up to 25,000,
 * up to 100,000, up to 500,000 and above (KAV § 2 (2) no. 1 b). Series carry the lowest where no operator's own is held.
 */
export const concessionFees = [0.0132, 0.0159, 0.0199, 0.0239] as const;
