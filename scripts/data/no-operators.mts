/**
 * Writes the Norwegian network operators with their household tariff as a file of the catalogue.
 * Usage: node scripts/data/no-operators.mts INPUT.json > data/catalogue/no/operators.jsonc, then biome format --write
 * The input is a list of the operators' files of kraftsystemet/fri-nettleie, each with its `file`: prices in øre per kWh
 * without any tax, hours with the last one included.
 */
import { readFileSync } from 'node:fs';

interface Exception {
  readonly pris: number;
  readonly timer?: string;
  readonly dager?: readonly string[];
  readonly måneder?: readonly string[];
}

interface Operator {
  readonly file: string;
  readonly netteier: string;
  readonly kilder: readonly string[];
  readonly tariffer: readonly {
    readonly gyldig_fra: string;
    /** The first day on which it holds no more. */
    readonly gyldig_til?: string;
    readonly energiledd: { readonly grunnpris: number; readonly unntak?: readonly Exception[] };
  }[];
}
type Energy = Operator['tariffer'][number]['energiledd'];

/** The figures of the input are those of this year; the operators announce the next ones in December. */
const LAST_DAY = '2026-12-31';

/** The grade of an operator's figures where they were compared with its own documents; else the input is their one transcript. */
const compared: Readonly<Record<string, string>> = { 'no-bkk': 'A', 'no-elvia': 'A' };

/** Charges that began after the input was written. */
const later: Readonly<Record<string, { from: string; prices: { day: number; night: number }; source: string }>> = {
  'no-glitre': { from: '2026-10-01', prices: { day: 27.872, night: 15.872 }, source: 'glitrenett.no, 2026-10' },
};

const operators: Operator[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const months = 'januar februar mars april mai juni juli august september oktober november desember'.split(' ');
const weekdays = 'mandag tirsdag onsdag torsdag fredag lørdag søndag'.split(' ');
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function hoursOf(range: string): string {
  const [from = 0, last = 0] = range.split('-').map(Number);
  return `${clock(from)}-${clock(last + 1)}`;
}

function daysOf(days: readonly string[]) {
  if (days.includes('alle')) return {};
  if (days.includes('virkedag')) return { days: 'working' };
  if (days.includes('ukedag')) return { weekdays: MONDAY_TO_FRIDAY };
  return { weekdays: days.map((day) => weekdays.indexOf(day) + 1) };
}

const whenOf = ({ timer, dager = ['alle'], måneder }: Exception) => ({
  ...(måneder && { months: måneder.map((month) => months.indexOf(month) + 1) }),
  ...daysOf(dager),
  ...(timer && { hours: [hoursOf(timer)] }),
});

/** When the day price of most operators applies; the others have a clock of their own. */
const dayTimes = [
  { hours: ['06:00-22:00'] },
  { days: 'working', hours: ['06:00-22:00'] },
  { weekdays: MONDAY_TO_FRIDAY, hours: ['06:00-22:00'] },
].map((when) => JSON.stringify(when));

const onlyException = ({ unntak = [] }: Energy) => (unntak.length === 1 ? unntak[0] : undefined);
const dayTimeOf = (energy: Energy): string | undefined => {
  const exception = onlyException(energy);
  return dayTimes.find((when) => exception && when === JSON.stringify(whenOf(exception)));
};
/** The operator's day, by its newest tariff that has one. */
const ownDayTime = ({ tariffer }: Operator) =>
  tariffer.map(({ energiledd }) => dayTimeOf(energiledd)).findLast(Boolean);

/** The prices of the registers where every charge has them, else rates on a clock. */
function pricesOf(energy: Energy, inRegisters: boolean) {
  const { grunnpris, unntak = [] } = energy;
  if (inRegisters) return { prices: { day: onlyException(energy)?.pris, night: grunnpris } };
  return {
    rates: [...unntak.map((exception) => ({ price: exception.pris, when: whenOf(exception) })), { price: grunnpris }],
  };
}

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

/** A charge that goes on unchanged is one period. */
function periodsOf(operator: Operator) {
  const { tariffer } = operator;
  const dayTime = ownDayTime(operator);
  const inRegisters = tariffer.every(({ energiledd }) => dayTime && dayTimeOf(energiledd) === dayTime);
  const next = later[idOf(operator)];
  const listed = tariffer.map(({ gyldig_fra, gyldig_til, energiledd }, i) => {
    const end = [gyldig_til, tariffer[i + 1]?.gyldig_fra, i === tariffer.length - 1 ? next?.from : undefined];
    const [first] = end.filter((day) => day !== undefined).sort();
    return { from: gyldig_fra, to: first ? dayBefore(first) : LAST_DAY, ...pricesOf(energiledd, inRegisters) };
  });
  const newest = next ? [{ from: next.from, to: LAST_DAY, prices: next.prices, source: next.source }] : [];
  const periods: { from: string; to: string }[] = [];
  for (const period of [...listed, ...newest]) {
    const last = periods.at(-1);
    const charge = JSON.stringify({ ...period, from: '', to: '' });
    if (last && JSON.stringify({ ...last, from: '', to: '' }) === charge) last.to = period.to;
    else periods.push(period);
  }
  return periods;
}

const idOf = ({ file }: Operator) => `no-${file.replace(/^.*\/|\.yml$/g, '')}`;

function company(operator: Operator) {
  const { file, netteier: name, kilder } = operator;
  const periods = periodsOf(operator);
  const id = idOf(operator);
  const tariff = {
    ...{ id: `${id}-grid`, sector: 'grid', name: `${name} nettleie`, link: kilder[0] },
    source: `kraftsystemet/fri-nettleie, ${file}`,
    grade: compared[id] ?? 'A*',
    versions: [{ version: periods[0]?.from.replaceAll('-', ''), price: { kind: 'periods', periods } }],
  };
  return { id, name, householdTariff: tariff.id, tariffs: [tariff] };
}

const schedules = dayTimes.map((dayTime, i) => ({
  ...(i > 0 && { scope: { operators: operators.filter((one) => ownDayTime(one) === dayTime).map(idOf) } }),
  registers: [{ name: 'day', when: JSON.parse(dayTime) }, { name: 'night' }],
  source: 'kraftsystemet/fri-nettleie',
}));

process.stdout.write(`// Norwegian network operators with their charge per kWh for households, written by scripts/data/no-operators.mts.
// What they charge by the highest hours of a month is no price per kWh and not held.
${JSON.stringify({ unit: 'øre/kWh', schedules, companies: operators.map(company) })}
`);
