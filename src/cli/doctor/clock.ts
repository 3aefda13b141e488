import { type Instant, isKnownTime, isoTimeIn, utcTime } from '../../core/time.ts';
import { type Diagnosis, error, ok } from './diagnosis.ts';

/** Instants whose clock every complete time-zone database shows alike: either side of a change, and a zone at half an hour. */
const known: readonly (readonly [zone: string, instant: string, shown: string])[] = [
  ['Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:59:00+01:00'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['Europe/London', '2026-10-25T01:00:00Z', '2026-10-25T01:00:00+00:00'],
  ['Europe/Helsinki', '2026-07-01T00:00:00Z', '2026-07-01T03:00:00+03:00'],
];

const SET_IT = 'set the clock, for example by NTP: prices and deadlines depend on it';

/** The clock and what is known of time zones. */
export function clockFindings(now: Instant, shown: typeof clockIn = clockIn): Diagnosis[] {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wrong = known.filter(([name, instant, clock]) => shown(name, instant) !== clock);
  return [
    isKnownTime(now)
      ? ok('clock', `${utcTime(now)}, zone ${zone}`)
      : error('clock', `it shows ${utcTime(now)}`, SET_IT),
    wrong.length === 0
      ? ok('time zones', 'correct')
      : error(
          'time zones',
          `wrong for ${[...new Set(wrong.map(([name]) => name))].join(', ')}`,
          'install Node.js with full ICU data',
        ),
  ];
}

function clockIn(zone: string, instant: string): string {
  try {
    return isoTimeIn(zone, Date.parse(instant) / 1000);
  } catch {
    return '';
  }
}
