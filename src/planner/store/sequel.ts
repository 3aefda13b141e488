/** What follows the stages of a store, each by its number. */
export interface Sequel {
  /** The best energy stored after it, by what is stored before. */
  after(stage: number, storedKwh: number): number;
  /** Money that is to be paid after it by what is stored then, but for what is the same whatever that is. */
  paid(stage: number, storedKwh: number): number;
  worth(stage: number, storedKwh: number): StoredWorth;
}

/** What a kWh is worth that is taken from what is stored, and one that is added to it. */
export interface StoredWorth {
  readonly last: number;
  readonly next: number;
}
