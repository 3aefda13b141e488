import type { Figure } from '../harness/figure.mts';
import { processorMs } from '../harness/processor-clock.mts';
import { simulatedHouse } from '../sides/simulated-house.mts';

/** Milliseconds that nodes may keep the event loop from others. */
const MOST_MS = 50;
const COMMANDS = 50;
const LARGEST = 100;
/** Devices, and whether they have sun, a battery and a charge for peaks beside the fuse. */
const HOUSES = [[LARGEST, false], ...[5, 10, 40, LARGEST].map((count) => [count, true] as const)] as const;
/** Power readings of four hours, one per minute. */
const READINGS = 240;

type House = Awaited<ReturnType<typeof simulatedHouse>>;

const figure = (name: string, ms: number, atMost?: number): Figure => ({
  ...{ name: `turns: ${name}`, value: ms, unit: 'ms', ms },
  ...(atMost !== undefined && { atMost }),
});
const longest = (name: string, { longest }: House) => figure(`the longest ${name}`, longest(), MOST_MS);

/** The longest turns of the event loop of houses: at the start, with prices, and with commands. */
export default async function turns(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [count, isFull] of HOUSES) {
    const house = await simulatedHouse(count, isFull);
    const devices = `${count} devices with a fuse${isFull ? ', sun, battery and peak' : ''}`;
    figures.push(longest(`at the start of ${devices}`, house));
    await house.price(0);
    figures.push(longest(`with prices for ${devices}`, house));
    await house.command(0, COMMANDS);
    figures.push(longest(`with ${Math.min(count, COMMANDS)} commands at once to ${devices}`, house));
    if (count === LARGEST && isFull) {
      await tenMinutes(house);
      figures.push(longest(`in ten minutes of readings, commands and prices of ${devices}`, house));
    }
    if (!isFull) figures.push(figure('a power reading beside them, on average', await readingMs(house)));
    await house.close();
  }
  return figures;
}

/** Each minute a power reading, a state of charge and five commands; once new prices. */
async function tenMinutes(house: House): Promise<void> {
  for (let minute = 0; minute < 10; minute++) {
    house.load(0.4 + (minute % 5) / 10);
    await house.state(40 + minute / 2);
    if (minute === 5) await house.price(0.02);
    await house.command(5 * minute, 5);
    await house.advanceBy(50);
  }
}

/** Milliseconds of a power reading, on average over four hours. */
async function readingMs(house: House): Promise<number> {
  let sum = 0;
  for (let i = 0; i < READINGS; i++) {
    await house.advanceBy(60);
    const begun = processorMs();
    house.load(0.4 + (i % 5) / 10);
    sum += processorMs() - begun;
  }
  return sum / READINGS;
}
