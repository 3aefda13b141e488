import { z } from 'zod';
import { MOST_PRICE } from '../../core/components.ts';
import { type Instant, isTimeZone, type Span } from '../../core/time.ts';
import type { PeakRule } from '../../planner/house/peak.ts';
import type { DeviceSlot } from '../../planner/house/types.ts';
import type { Store } from '../../planner/store/types.ts';
import type { PlanState } from '../../planner/types.ts';
import { type DemandSettings, MOST_ENERGY, settingsSchema } from '../demand/demand.ts';
import { MOST_MINUTES } from '../demand/most.ts';
import { instantOf, isFar, isoText } from '../iso.ts';
import { MessageError, parse } from '../parse.ts';

/** A device as a question about a house has it. */
export interface AskedDevice {
  readonly name: string;
  readonly demand: DemandSettings;
  readonly state: PlanState;
}

/** The texts of a slot's times, as the request has them. */
type SlotTexts = Readonly<Record<'start' | 'end', string>>;

/** A house that is to be planned: what `planHouse` takes, with demands as messages say them. */
export interface HouseQuestion {
  /** The texts of the slots' times; the answer is written in the same form. */
  readonly slotTexts: readonly SlotTexts[];
  readonly now: Instant;
  readonly timeZone: string;
  readonly slots: readonly DeviceSlot[];
  readonly stores: readonly Store[];
  readonly devices: readonly AskedDevice[];
  readonly importKw?: number;
  readonly exportKw?: number;
  readonly peak?: {
    readonly rule: PeakRule;
    readonly dailyMaxima: readonly number[];
    readonly windowKwh?: number;
    readonly usualKw?: number;
  };
}

/** Ten days of quarter hours, and more of both than a household has. */
const MOST_SLOTS = 960;
const MOST_STORES = 8;
const MOST_DEVICES = 40;
const MOST_RUNS = 500;

const time = isoText.transform(instantOf);
const minute = time.refine((instant) => instant % 60 === 0, 'expected a whole minute');
const span = { start: minute, end: minute };
const isSpan = ({ start, end }: Span) => end > start;
const SPAN_ERROR = { path: ['end'], error: 'expected a time after its start' };
const price = z.number().min(-MOST_PRICE).max(MOST_PRICE);
const amount = z.number().min(0).max(MOST_ENERGY);
/** What loses more is no store, and by a share that is next to nothing no price can be divided. */
const LEAST_SHARE = 0.01;
const share = z.number().min(LEAST_SHARE).max(1);
const few = <T>(item: z.ZodType<T>, most: number) => z.array(z.unknown()).max(most).pipe(z.array(item));

const slot = z
  .strictObject({
    ...span,
    importPrice: price,
    exportPrice: price,
    loadKw: amount,
    solarKw: amount,
    curtailable: z
      .union([z.boolean(), z.literal('excess')], { error: 'expected true, false or excess' })
      .exactOptional(),
    importKw: amount.exactOptional(),
    exportKw: amount.exactOptional(),
    devicesKw: amount.exactOptional(),
    estimated: z.boolean().exactOptional(),
  })
  .refine(isSpan, SPAN_ERROR);

const store = z.strictObject({
  capacityKwh: amount,
  minKwh: amount.exactOptional(),
  maxKwh: amount.exactOptional(),
  storedKwh: amount,
  maxChargeKw: amount,
  maxDischargeKw: amount,
  minChargeKw: amount.exactOptional(),
  standbyKw: amount.exactOptional(),
  chargeEfficiency: share,
  dischargeEfficiency: share,
  wearPerKwh: amount.exactOptional(),
  fromGrid: z.boolean().exactOptional(),
  toGrid: z.boolean().exactOptional(),
  endValue: few(z.strictObject({ kwh: amount, perKwh: amount }), MOST_RUNS).exactOptional(),
  goals: few(z.strictObject({ storedKwh: amount, by: minute }), MOST_RUNS).exactOptional(),
  available: few(z.strictObject(span).refine(isSpan, SPAN_ERROR), MOST_RUNS).exactOptional(),
});

/** A run as an answer has it; what else stands there is of no account. */
const run = z.object({ ...span, kw: amount, energyKwh: amount, cost: z.number().nullable() });

const state = z
  .strictObject({
    output: z.strictObject({ on: z.boolean(), since: time }).nullable().default(null),
    delivered: z
      .strictObject({
        minutes: z.number().min(0).max(MOST_MINUTES),
        starts: z.int().min(0),
        cost: z.number().exactOptional(),
        energyKwh: amount.exactOptional(),
      })
      .default({ minutes: 0, starts: 0 }),
    standing: few(run, MOST_RUNS).default([]),
  })
  .default({ output: null, delivered: { minutes: 0, starts: 0 }, standing: [] });

const device = z.strictObject({ name: z.string().min(1).max(200), demand: settingsSchema, state });

const peak = z.strictObject({
  rule: z.strictObject({
    measure: z.literal([15, 60]),
    pick: z.int().min(1).max(31),
    per: z.enum(['month', 'year']),
    months: z.int().min(1).exactOptional(),
    floor: amount.exactOptional(),
    steps: few(z.strictObject({ fromKw: amount, amount }), MOST_RUNS).exactOptional(),
    perKw: amount.exactOptional(),
    when: few(z.strictObject(span), MOST_SLOTS).exactOptional(),
  }),
  dailyMaxima: few(amount, 31),
  windowKwh: amount.exactOptional(),
  usualKw: amount.exactOptional(),
});

const question: z.ZodType<Omit<HouseQuestion, 'slotTexts'>> = z.strictObject({
  // Whoever asks need not wait for a whole minute.
  now: time,
  timeZone: z.string().refine(isTimeZone, 'expected an IANA zone, as Europe/Berlin'),
  slots: few(slot, MOST_SLOTS),
  stores: few(store, MOST_STORES).default([]),
  devices: few(device, MOST_DEVICES).default([]),
  importKw: amount.exactOptional(),
  exportKw: amount.exactOptional(),
  peak: peak.exactOptional(),
});

/** The question of a request. Throws a `MessageError` that names the field and what is allowed there. */
export function readHouseQuestion(text: string): HouseQuestion {
  const json = readJson(text);
  const read = parse(question, json);
  const { slots: slotTexts } = json as { readonly slots: readonly SlotTexts[] };
  assertSlots(read, slotTexts);
  return { ...read, slotTexts };
}

function assertSlots({ slots, now }: Pick<HouseQuestion, 'slots' | 'now'>, texts: readonly SlotTexts[]): void {
  for (const [i, slot] of slots.entries()) {
    for (const key of ['start', 'end'] as const)
      if (isFar(slot[key], now))
        throw new MessageError(`slots.${i}.${key}: ${texts[i]?.[key]} is more than a year from now`);
    if (i > 0 && slot.start !== slots[i - 1]?.end)
      throw new MessageError(`slots.${i}.start: expected the end of the slot before, ${texts[i - 1]?.end}`);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MessageError('the request: expected an object in JSON', { cause });
  }
}
