import { readFileSync } from 'node:fs';

/** What has reached an inverter: `at` in UNIX seconds; `topic` is the page's name where it came by Modbus or UDP. */
export interface Command {
  readonly at: number;
  readonly topic: string;
  readonly payload: string;
}

/** What an inverter does at `now`, `normal` or a mode with its power, after all that it has heard. */
type StandIn = (heard: readonly Command[], now: number) => string;

interface Write {
  readonly payload: { readonly value: number | readonly number[]; readonly fc: number; readonly address: number };
}

const MINUTE = 60;
const kw = (mode: string, watts: number) => `${mode} ${watts / 1000} kW`;

/** Registers as they stand, each with when it was written last. */
function registersOf(heard: readonly Command[]) {
  const words = new Map<number, { readonly value: number; readonly at: number }>();
  for (const { at, payload } of heard) {
    const { value, fc, address }: Write['payload'] = JSON.parse(payload);
    const values = typeof value === 'number' ? [value] : value;
    if ((fc === 6) !== (typeof value === 'number')) throw new Error(`function ${fc} does not write ${values.length}`);
    for (const [offset, word] of values.entries()) {
      if (!Number.isInteger(word) || word < 0 || word > 0xffff) throw new Error(`${address} is no word: ${word}`);
      words.set(address + offset, { value: word, at });
    }
  }
  const word = (address: number) => words.get(address)?.value ?? 0;
  const at = (address: number) => words.get(address)?.at ?? 0;
  return { word, at, long: (address: number) => word(address) * 0x10000 + word(address + 1) };
}

/** A mode that was not heard for a minute is over. */
const evcc: StandIn = (heard, now) => {
  const last = heard.at(-1);
  return last && now - last.at <= MINUTE ? last.payload : 'normal';
};

/** ESS with a schedule: day of the week, seconds from midnight, seconds. */
const victron: StandIn = (heard, now) => {
  const settings = new Map(
    heard.map(({ topic, payload }) => [topic.slice(topic.lastIndexOf('/') + 1), JSON.parse(payload).value as number]),
  );
  const setting = (name: string) => settings.get(name) ?? -1;
  const midnight = (daysAgo: number) => {
    const day = new Date(now * 1000);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo);
  };
  const begun = [0, 1].some((daysAgo) => {
    const start = midnight(daysAgo).getTime() / 1000 + setting('Start');
    return midnight(daysAgo).getDay() === setting('Day') && start <= now && now < start + setting('Duration');
  });
  if (!begun) return 'normal';
  return setting('Soc') === 100 ? 'charge' : 'hold';
};

/** SunSpec's model 124: the timer runs from the last write, if it was set before. */
const fronius: StandIn = (heard, now) => {
  const { word, at } = registersOf(heard);
  const [control, revert] = [word(40348), word(40358)];
  const isOver = revert > 0 && now - at(40348) >= revert && at(40358) <= at(40348);
  const watts = (address: number) => (((word(address) << 16) >> 16) / 10000) * 5000;
  if (isOver || control === 0) return 'normal';
  const [out, into] = [watts(40355), watts(40356)];
  if (control === 2) return out < 0 && word(40360) === 1 ? kw('charge', -out) : out === 0 ? 'hold' : 'normal';
  return into < 0 ? kw('discharge', -into) : 'holdcharge';
};

/** A forced period, from the write that begins it. */
const huawei: StandIn = (heard, now) => {
  const { word, long, at } = registersOf(heard);
  const isOver = word(47246) !== 0 || now - at(47100) >= word(47083) * MINUTE;
  if (isOver || word(47100) === 0) return 'normal';
  if (word(47100) === 1) return word(47087) === 1 ? kw('charge', long(47247)) : 'normal';
  return long(47249) === 0 ? 'hold' : kw('discharge', long(47249));
};

/** What was not renewed for five and a half minutes is forgotten; it counts as a whole. */
const sma: StandIn = (heard, now) => {
  const { word, long, at } = registersOf(heard);
  const written = [40236, 40793, 40795, 40797, 40799, 40801].map(at);
  if (Math.min(...written) === 0 || now - Math.min(...written) > 330) return 'normal';
  if (word(40237) === 2289) return kw('charge', Math.min(long(40793), long(40795)));
  if (long(40799) === 0) return 'hold';
  return long(40795) === 0 ? 'holdcharge' : 'normal';
};

/** A countdown, and `Auto` after it as others take it to be. */
const marstek: StandIn = (heard, now) => {
  const last = heard.at(-1);
  const config = last && JSON.parse(last.payload).params.config;
  if (!last || config.mode === 'Auto' || now - last.at >= config.passive_cfg.cd_time) return 'normal';
  const { power } = config.passive_cfg;
  return power === 0 ? 'hold' : power < 0 ? kw('charge', -power) : kw('discharge', power);
};

/** By the page of the recipe. They know of their inverters what the sources that the page names say. */
export const standIns = { evcc, victron, fronius, huawei, sma, marstek };

/** The code that a page gives to a function node. */
export function codeOf(page: string): string {
  const [, code] = /```javascript\n([\s\S]+?)```/.exec(readFileSync(`docs/integrate/recipes/${page}.md`, 'utf8')) ?? [];
  if (!code) throw new Error(`no code on the page of ${page}`);
  return code;
}
