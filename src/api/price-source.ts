import { z } from 'zod';
import { type ComponentName, componentNames } from '../core/components.ts';
import { isLocalDate } from '../core/time.ts';
import { originKinds, type PriceOrigin } from '../core/vocabulary.ts';

/**
 * The header of a series that names the origin of its prices and the marks of its figures: `replay`, or
 * `live; feed=energy-charts; examples=grid; proposed=fees; expired=fees:2026-12-31; doubtful`.
 */
export const PRICE_SOURCE = 'Price-Source';

export function priceSourceText({ kind, feed, examples, proposed, expired, doubtful }: PriceOrigin): string {
  const dated = Object.entries(expired ?? {}).map(([component, until]) => `${component}:${until}`);
  return [
    kind,
    ...(feed ? [`feed=${feed}`] : []),
    ...(examples ? [`examples=${examples.join(',')}`] : []),
    ...(proposed ? [`proposed=${proposed.join(',')}`] : []),
    ...(dated.length > 0 ? [`expired=${dated.join(',')}`] : []),
    ...(doubtful ? ['doubtful'] : []),
  ].join('; ');
}

const kinds = z.enum(originKinds);

/** The origin that the header names; `undefined` where there is none that we know. Parameters that we do not know are skipped. */
export function readPriceSource(header: string | undefined): PriceOrigin | undefined {
  const [name = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const { success, data: kind } = kinds.safeParse(name);
  if (!success) return undefined;
  const values = new Map(parameters.map((parameter) => splitAt(parameter, '=')));
  const feed = values.get('feed');
  if (feed !== undefined && !/^[\w-]+$/.test(feed)) return undefined;
  const [examples, proposed] = [componentsIn(values.get('examples')), componentsIn(values.get('proposed'))];
  const expired = Object.fromEntries(
    listed(values.get('expired'))
      .map((part) => splitAt(part, ':'))
      .filter(([component, until]) => isComponent(component) && isLocalDate(until)),
  );
  return {
    kind,
    ...(feed && { feed }),
    ...(examples.length > 0 && { examples }),
    ...(proposed.length > 0 && { proposed }),
    ...(Object.keys(expired).length > 0 && { expired }),
    ...(values.has('doubtful') && { doubtful: true }),
  };
}

function splitAt(text: string, separator: string): [string, string] {
  const [before = '', after = ''] = text.split(separator);
  return [before, after];
}

const listed = (text = ''): string[] => (text === '' ? [] : text.split(','));
const isComponent = (name: string): name is ComponentName => componentNames.some((known) => known === name);
const componentsIn = (text: string | undefined): ComponentName[] => listed(text).filter(isComponent);
