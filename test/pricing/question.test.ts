import { expect, it } from 'vitest';
import { contractDay, versionToday } from '../../src/pricing/question.ts';
import { at } from '../support/service/pricing-fixture.ts';

it.each([
  ['2026-04-14T21:59:59Z', 'Europe/Berlin', '20260414'],
  ['2026-04-14T22:00:00Z', 'Europe/Berlin', '20260415'],
  ['2026-04-14T22:00:00Z', 'Europe/London', '20260414'],
])('at %s a version of today in %s is named %s', (now, zone, version) => {
  expect(versionToday(at(now), zone)).toBe(version);
});

it.each([
  ['the day that was asked for', '20250401', '20250401'],
  ['today where none was', undefined, '20260415'],
])('the contract is of %s', (_, version, day) => {
  const now = at('2026-04-14T22:00:00Z');
  const question = { now, historicDays: 0, include: new Set<never>(), resolution: 3600 } as const;
  expect(contractDay({ ...question, ...(version !== undefined && { version }) }, 'Europe/Berlin')).toBe(day);
});
