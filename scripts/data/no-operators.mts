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
    readonly energiledd: { readonly grunnpris: number; readonly unntak?: readonly Exception[] };
  }[];
}
type Energy = Operator['tariffer'][number]['energiledd'];

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

function priceOf(energy: Energy, dayTime: string | undefined) {
  const { grunnpris, unntak = [] } = energy;
  if (dayTime !== undefined && dayTimeOf(energy) === dayTime)
    return { kind: 'registers', prices: { day: onlyException(energy)?.pris, night: grunnpris } };
  const rates = [
    ...unntak.map((exception) => ({ price: exception.pris, when: whenOf(exception) })),
    { price: grunnpris },
  ];
  return { kind: 'clock', rates };
}

const idOf = ({ file }: Operator) => `no-${file.replace(/^.*\/|\.yml$/g, '')}`;

function company(operator: Operator) {
  const { file, netteier: name, kilder, tariffer } = operator;
  const versions = tariffer.map(({ gyldig_fra, energiledd }) => ({
    version: gyldig_fra.replaceAll('-', ''),
    price: priceOf(energiledd, ownDayTime(operator)),
  }));
  const householdTariff = `${idOf(operator)}-grid`;
  const source = `kraftsystemet/fri-nettleie, ${file}`;
  const tariff = { id: householdTariff, sector: 'grid', name: `${name} nettleie`, link: kilder[0], source, versions };
  return { id: idOf(operator), name, householdTariff, tariffs: [tariff] };
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
