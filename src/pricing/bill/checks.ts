import type { MeterReading } from '../../core/series.ts';
import { isLocalDate, isTimeZone } from '../../core/time.ts';
import { checkChoice, checkInstant, checkList, checkNumber, checkObject, shown } from '../../planner/arguments.ts';
import { checkPeakRule, type PeakRule } from '../../planner/house/peak.ts';
import type { AmountSteps, LineRule, TieredPrice } from '../bill-lines.ts';
import type { BillQuestion } from './types.ts';

const kinds = ['energy', 'time', 'credit', 'power', 'peak', 'tax', 'cap'] as const;
const isPositive = (value: number) => value > 0 && Number.isFinite(value);
const POSITIVE = 'a number above 0';

/** @throws TypeError or RangeError naming the argument that is wrong, and what is allowed */
export function checkBillQuestion(question: BillQuestion): void {
  checkObject('question', question);
  const {
    from,
    to,
    timeZone,
    lines,
    vat,
    consumption,
    feedIn = [],
    contractedKw,
    fuseA,
    yearKwh,
    rounding = {},
  } = question;
  checkDay('from', from);
  checkDay('to', to);
  if (to < from) throw new RangeError(`to must not be before from, got ${shown(to)}`);
  if (!isTimeZone(timeZone))
    throw new RangeError(`timeZone must be an IANA zone such as Europe/Berlin, got ${shown(timeZone)}`);
  for (const [field, list] of Object.entries({ lines, vat, consumption, feedIn })) checkList(field, list);
  for (const [field, readings] of Object.entries({ consumption, feedIn }))
    for (const [i, reading] of readings.entries()) checkReading(`${field}[${i}]`, reading);
  const contracted = typeof contractedKw === 'object' ? contractedKw : { '': contractedKw };
  for (const [name, kw] of Object.entries(contracted))
    if (kw !== undefined) checkNumber(name ? `contractedKw.${name}` : 'contractedKw', kw, POSITIVE, isPositive);
  if (fuseA !== undefined) checkNumber('fuseA', fuseA, POSITIVE, isPositive);
  if (yearKwh !== undefined) checkNumber('yearKwh', yearKwh, POSITIVE, isPositive);
  checkRows('vat', vat);
  for (const [i, { value }] of vat.entries())
    checkNumber(`vat[${i}].value`, value, 'a part between 0 and 1', (part) => part >= 0 && part <= 1);
  if (rounding.total !== undefined) checkNumber('rounding.total', rounding.total, POSITIVE, isPositive);
  const names = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const field = `lines[${i}]`;
    checkObject(field, line);
    checkChoice(`${field}.kind`, line.kind, kinds);
    if (names.has(line.name)) throw new RangeError(`${field}.name must be unique, got ${shown(line.name)} twice`);
    names.add(line.name);
    checkLine(`line ${shown(line.name)}`, line);
  }
  const parts = new Set(lines.map(({ part }) => part));
  for (const line of lines)
    if ('on' in line)
      for (const on of line.on)
        if (!names.has(on) && !parts.has(on))
          throw new RangeError(`line ${shown(line.name)}: on must name a line or a part of the bill, got ${shown(on)}`);
}

function checkReading(field: string, reading: MeterReading): void {
  checkObject(field, reading);
  const { start, end, kWh } = reading;
  checkInstant(`${field}.start`, start);
  checkInstant(`${field}.end`, end);
  if (end <= start) throw new RangeError(`${field}.end must be after its start, got ${shown(end)}`);
  checkNumber(`${field}.kWh`, kWh, 'a number that is not below 0', (value) => value >= 0 && Number.isFinite(value));
}

function checkLine(field: string, line: LineRule): void {
  checkRows(`${field}: rows`, line.rows);
  for (const { value } of line.rows) {
    if (line.kind === 'peak') checkPeakPrice(`${field}: value`, value as (typeof line.rows)[number]['value']);
    else if (typeof value === 'number') checkNumber(`${field}: value`, value, 'a number', Number.isFinite);
    else if ('tiers' in value) checkTiers(field, value);
    else if ('steps' in value && 'by' in value) checkSteps(field, value);
  }
}

function checkPeakPrice(field: string, rule: PeakRule): void {
  checkPeakRule(field, rule);
  if ((rule.perKw === undefined) === ((rule.steps?.length ?? 0) === 0))
    throw new RangeError(`${field} must have either perKw or steps`);
}

function checkTiers(field: string, { tiers }: TieredPrice): void {
  for (const [i, { fromKwh }] of tiers.entries())
    checkNumber(
      `${field}: tiers[${i}].fromKwh`,
      fromKwh,
      i === 0 ? '0' : 'above that of the tier before it',
      (value) => (i === 0 ? value === 0 : value > (tiers[i - 1]?.fromKwh ?? 0)),
    );
}

/** Steps may leave a range out, whose amount is not known; no two may overlap. */
function checkSteps(field: string, { steps }: AmountSteps): void {
  for (const [i, { over = 0, upTo = Number.POSITIVE_INFINITY }] of steps.entries()) {
    const before = i === 0 ? 0 : (steps[i - 1]?.upTo ?? Number.POSITIVE_INFINITY);
    checkNumber(`${field}: steps[${i}].over`, over, 'at least upTo of the step before it', (value) => value >= before);
    checkNumber(`${field}: steps[${i}].upTo`, upTo, 'above over', (value) => value > over);
  }
}

function checkRows(field: string, rows: readonly { readonly from: string }[]): void {
  checkList(field, rows);
  for (const [i, { from }] of rows.entries()) {
    checkDay(`${field}[${i}].from`, from);
    if (i > 0 && from <= (rows[i - 1]?.from ?? ''))
      throw new RangeError(`${field} must be sorted by from, each day once`);
  }
}

function checkDay(field: string, value: unknown): void {
  if (typeof value !== 'string' || !isLocalDate(value)) {
    const got = `${field} must be a date YYYY-MM-DD, got ${shown(value)}`;
    throw typeof value === 'string' ? new RangeError(got) : new TypeError(got);
  }
}
