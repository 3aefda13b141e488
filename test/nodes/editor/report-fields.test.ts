import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { privateOf, settingsText } from '../../../src/runtime/diagnostics/settings.ts';

/** The fields of each dialog, those first that a report tells as they are. A new field is added to one of the two lists. */
const fields: Readonly<Record<string, readonly [told: string, untold: string]>> = {
  'dayahead-config': [
    `schema billFacts service prices resolution timeZone importKw exportKw peak peakMinutes peakDays page language broker
     rejectUnauthorized`,
    `name site topicRoot catalogue figures contracts sources url contextStore peakFloor peakAmounts brokerUrl brokerUser tls
     mqttBroker discoveryPrefix`,
  ],
  'dayahead-price-series': [
    `schema country version resolution includeFees includeVat asSoonAsPossible adjustment adjustmentRate`,
    `name topic config postalCode publishAs`,
  ],
  'dayahead-tariff-select': ['schema country version', 'name topic config postalCode'],
  'dayahead-cheapest-window': [
    `schema shape direction minutes energyKwh powerKw targetSoc batteryKwh profile earliest readyBy minOnMinutes
     minOffMinutes maxOffMinutes maxStarts preconditionMinutes prefer maxPrice maxPriceRule alsoBelowPrice minSpread
     whenUnknown onFailure`,
    'name topic config payloadOn payloadOnType payloadOff payloadOffType commandTopic commandOn commandOff',
  ],
  'dayahead-forecast': ['schema kind peakKw', 'name topic config'],
  'dayahead-battery': [
    `schema capacityKwh reserveSoc chargeKw dischargeKw efficiency wearPerKwh fromGrid toGrid kind phases minAmps maxAmps
     targetSoc energyKwh readyBy`,
    'name topic config',
  ],
};
const words = (text: string) => text.split(/\s+/).filter(Boolean);
const tariffs = ['consumption', 'feedin', 'grid'];

describe('the settings in a report', () => {
  const dialogs = new Map<string, readonly string[]>();
  beforeAll(async () => {
    const registerType = (type: string, { defaults }: { readonly defaults: object }) =>
      dialogs.set(type, Object.keys(defaults));
    vi.stubGlobal('RED', { nodes: { registerType }, i18n: { lang: () => 'en-US' }, _: (key: string) => key });
    vi.stubGlobal('$', () => ({ val: () => undefined }));
    await import('../../../nodes/editor/config/config.ts');
    await import('../../../nodes/editor/picker/price-series.ts');
    await import('../../../nodes/editor/picker/tariff-select.ts');
    await import('../../../nodes/editor/device/cheapest-window.ts');
    await import('../../../nodes/editor/power/forecast.ts');
    await import('../../../nodes/editor/power/battery.ts');
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it.each(Object.entries(fields))('are decided upon for every field of the dialog of %s', (type, [told, untold]) => {
    const known = dialogs.get(type)?.filter((field) => ![...tariffs, 'household'].includes(field));
    expect(known?.toSorted()).toEqual([...words(told), ...words(untold)].toSorted());
  });

  const each = (part: 0 | 1) =>
    Object.entries(fields).flatMap(([type, parts]) => words(parts[part]).map((field) => [type, field] as const));
  // A country alone is the one that the dialog begins with.
  const nodeOf = (type: string, field: string, value: string) => ({
    ...{ id: 'n', type, [field]: value },
    ...(field === 'country' && { consumption: { id: 'spot' } }),
  });

  it.each(each(0))('of %s tell %s, and its value is no private text', (type, field) => {
    const node = nodeOf(type, field, 'Gartenweg');
    expect(settingsText(node)).toMatch(new RegExp(`(^|· )${field} Gartenweg`));
    expect(privateOf(node).words).not.toContain('Gartenweg');
  });

  it.each(each(1))(
    'of %s tell no more of %s than that it is filled in, and its value is a private text',
    (type, field) => {
      const node = nodeOf(type, field, 'Gartenweg');
      expect(settingsText(node)).toBe(`(filled in: ${field})`);
      const { secrets, words } = privateOf(node);
      expect([...secrets, ...words]).toContain('Gartenweg');
    },
  );

  it.each(['dayahead-config', 'dayahead-battery'])('of %s have no place and no wires', (type) => {
    const kept = { id: 'a', type, z: 'b', x: 1, y: 2, wires: [['c']], d: true, g: 'e', l: false, info: 'Gartenweg' };
    expect(settingsText(kept)).toBe('');
  });

  it.each(tariffs)('tell the id alone of a tariff for %s, and of one of the own contracts not even that', (sector) => {
    const tariff = { id: 'hourly', name: 'Gartenweg', companyName: 'Gartenweg' };
    expect(settingsText({ id: 'n', type: 'dayahead-price-series', [sector]: tariff })).toBe(`${sector} hourly`);
    const own = { id: 'own-gartenweg', name: 'Gartenweg' };
    expect(settingsText({ id: 'n', type: 'dayahead-price-series', [sector]: own })).toBe(`${sector} own contract`);
    expect(privateOf({ type: 'dayahead-price-series', [sector]: own }).words).toContain('own-gartenweg');
  });

  it('tell of the household of a site what they tell of a price node', () => {
    const household = { country: 'DE', postalCode: '10115', consumption: { id: 'spot', name: 'Gartenweg' } };
    const site = { id: 'n', type: 'dayahead-config', household };
    expect(settingsText(site)).toBe('country DE · consumption spot · (filled in: postalCode)');
    expect(privateOf(site).words).toEqual(expect.arrayContaining(['10115', 'Gartenweg']));
    expect(privateOf(site).words).not.toContain('DE');
  });

  it.each(['', null, undefined, []])('leave out what is not filled in: %j', (empty) => {
    expect(settingsText({ id: 'n', type: 'dayahead-config', name: empty, timeZone: empty })).toBe('');
  });
});
