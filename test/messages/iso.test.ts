import { describe, expect, it } from 'vitest';
import { assertTimes } from '../../src/messages/iso.ts';
import { MessageError } from '../../src/messages/parse.ts';

const NOW = Date.parse('2026-04-15T12:00:00Z') / 1000;
const NOT_SET = Date.parse('1970-01-01T00:10:00Z') / 1000;

describe('the times of a message', () => {
  it.each([
    [{ readyBy: '2027-04-16T12:00:00Z' }],
    [{ earliest: '2025-04-14T12:00:00Z' }],
    [{ readyBy: 'Mon-Fri 06:30', earliest: '22:00', overrideUntil: 44_640 }],
    [{ readyBy: null, minutes: 60 }],
    [{ importKw: 4, importUntil: '2026-04-15T12:00:01Z' }],
  ])('%j are within a year', (patch) => {
    expect(() => assertTimes(patch, NOW)).not.toThrow();
  });

  // Promise P-304 integrate/topics: a time lies at most a year ahead
  it.each([
    [{ readyBy: '9999-12-31T23:59:00Z' }, 'readyBy: 9999-12-31T23:59:00Z is more than a year away'],
    [{ readyBy: '2027-04-16T12:00:01Z' }, 'readyBy: 2027-04-16T12:00:01Z is more than a year away'],
    [{ earliest: '2206-04-15T12:00Z' }, 'earliest: 2206-04-15T12:00Z is more than a year away'],
    [{ earliest: '1970-01-01T00:00:00Z' }, 'earliest: 1970-01-01T00:00:00Z is more than a year away'],
    [{ overrideUntil: '2036-04-15T12:00:00Z' }, 'overrideUntil: 2036-04-15T12:00:00Z is more than a year away'],
    [{ importUntil: '2036-04-15T12:00:00Z' }, 'importUntil: 2036-04-15T12:00:00Z is more than a year away'],
  ])('%j are refused', (patch, text) => {
    const error = new MessageError(`${text}; a time within a year is allowed`);
    expect(() => assertTimes(patch, NOW)).toThrow(error);
  });

  it.each([
    [{ readyBy: '2020-01-01T00:00:00Z' }, 'readyBy: 2020-01-01T00:00:00Z has passed; a time in the future is allowed'],
    [
      { overrideUntil: '2020-01-01T00:00Z' },
      'overrideUntil: 2020-01-01T00:00Z has passed; a time in the future is allowed',
    ],
  ])('%j have passed', (patch, text) => {
    expect(() => assertTimes(patch, NOW)).toThrow(new MessageError(text));
  });

  // Promise P-306 integrate/topics: an end needs minutes while the clock is not set
  it('cannot end an override while the clock is not set, and a deadline is not judged until it is', () => {
    expect(() => assertTimes({ overrideUntil: '9999-12-31T23:59:59Z' }, NOT_SET)).toThrow(
      'overrideUntil: 9999-12-31T23:59:59Z cannot be checked while the clock is not set; minutes are allowed',
    );
    expect(() => assertTimes({ overrideUntil: 60, readyBy: '2026-04-15T12:00:00Z' }, NOT_SET)).not.toThrow();
  });
});
