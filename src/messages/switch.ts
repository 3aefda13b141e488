import type { Instant } from '../core/time.ts';

interface SwitchOf<Time> {
  readonly on: boolean;
  /** The plan's stable code, or `override`. */
  readonly reason: string;
  /** The next change; `null` where nothing is planned. */
  readonly until: Time | null;
  /** Per kWh now; `null` where it is not known. */
  readonly price: number | null;
}

/** The state of a device, and the reason for it. */
export type SwitchState = SwitchOf<Instant>;
/** Output 1 of `cheapest-window`, where `until` is ISO 8601 with the market's offset. */
export type SwitchPayload = SwitchOf<string>;
