/** 31 days: what is longer is a mistake, and planning it would take the house's time. */
export const MOST_MINUTES = 44_640;

/** kWh, more than the battery of any car: what is more was mistyped. */
export const MOST_ASKED = 300;
