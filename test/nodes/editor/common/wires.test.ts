import { describe, expect, it } from 'vitest';
import { type FlowNode, nodesBefore, priceNodesIn, sendersIn } from '../../../../nodes/editor/common/wires.ts';

const prices = (id: string, ...to: string[]): FlowNode => ({ id, type: 'dayahead-price-series', wires: [to, []] });
const node = (id: string, type: string, ...to: string[]): FlowNode => ({ id, type, wires: [to] });
const boiler = node('boiler', 'dayahead-cheapest-window');

/** The template has a device, and passes on what comes in. */
const subflow: FlowNode = {
  id: 'sub',
  type: 'subflow',
  in: [{ wires: [{ id: 'inner' }] }],
  out: [{ wires: [{ id: 'inner' }] }, { wires: [{ id: 'sub' }] }],
};

describe('the price nodes whose messages reach a device', () => {
  it.each<[string, FlowNode[], string[]]>([
    [
      'wired to it, the nearest first',
      [prices('far', 'f'), node('f', 'function', 'boiler'), prices('near', 'boiler')],
      ['near', 'far'],
    ],
    ['through a junction', [prices('p', 'j'), node('j', 'junction', 'boiler')], ['p']],
    [
      'through links',
      [
        prices('p', 'out'),
        { ...node('out', 'link out'), links: ['in'] },
        { ...node('in', 'link in', 'boiler'), links: ['out'] },
      ],
      ['p'],
    ],
    [
      'through a called link',
      [prices('p', 'call'), { ...node('call', 'link call'), links: ['in'] }, node('in', 'link in', 'boiler')],
      ['p'],
    ],
    ['in a circle', [prices('p', 'a'), node('a', 'function', 'b', 'boiler'), node('b', 'function', 'a')], ['p']],
    [
      'through a subflow',
      [prices('p', 's'), node('s', 'subflow:sub', 'boiler'), subflow, node('inner', 'function')],
      ['p'],
    ],
    [
      'inside a subflow',
      [node('s', 'subflow:sub', 'boiler'), subflow, prices('p', 'inner'), node('inner', 'function')],
      ['p'],
    ],
    ['not one that is disabled', [{ ...prices('p', 'boiler'), d: true }], []],
    [
      'not one of a disabled tab',
      [
        { id: 'tab', type: 'tab', disabled: true },
        { ...prices('p', 'boiler'), z: 'tab' },
      ],
      [],
    ],
    ['not one that is wired elsewhere', [prices('p', 'other')], []],
  ])('%s', (_, flow, expected) => {
    expect(priceNodesIn(nodesBefore(['boiler'], [...flow, boiler]))).toEqual(expected);
  });

  it('a device in a template is reached from all nodes of the subflow', () => {
    const flow = [subflow, node('inner', 'dayahead-cheapest-window'), node('s', 'subflow:sub'), prices('p', 's')];
    expect(priceNodesIn(nodesBefore(['running-copy', 'inner'], flow))).toEqual(['p']);
  });

  it('a passage has no messages of its own', () => {
    const flow = [node('in', 'link in', 'boiler'), node('j', 'junction', 'boiler'), node('mqtt', 'mqtt in', 'boiler')];
    expect(sendersIn(nodesBefore(['boiler'], flow)).map(({ id }) => id)).toEqual(['mqtt']);
  });
});
