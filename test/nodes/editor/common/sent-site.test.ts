import { afterEach, describe, expect, it, vi } from 'vitest';
import { addContract, bareSite, chosenSite, isKept } from '../../../../nodes/editor/common/site.ts';
import type { ContractForm } from '../../../../src/service/contracts/typed-contract.ts';

const fields = {
  ...{ schema: 2, service: 'remote', catalogue: '/own', contracts: [{ id: 'own-1' }], prices: 'live' },
  ...{ sources: 'smard', url: 'https://prices.example', resolution: '900' },
};
/** Fields that prices do not depend on. */
const others = { name: 'Home', broker: 'typed', brokerUrl: 'mqtt://cellar.lan', brokerUser: 'me', timeZone: 'UTC' };

/** The editor with one site, which the dialog has chosen or not. */
function editorWith(config: object | null, chosen = 'site'): void {
  vi.stubGlobal('RED', { nodes: { node: (id: string) => (id === 'site' ? config : null) } });
  let added: unknown;
  const data = (_: string, contracts: unknown) => {
    added = contracts ?? added;
    return added;
  };
  vi.stubGlobal('$', () => ({ val: () => chosen, data }));
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the chosen site', () => {
  it('is named where it is deployed as it stands in the editor', () => {
    editorWith({ ...fields, ...others });
    expect(chosenSite()).toEqual({ config: 'site' });
  });

  it.each([
    ['none', ''],
    ['one that is being added', '_ADD_'],
    ['one that is gone', 'gone'],
  ])('is %s', (_, chosen) => {
    editorWith({ ...fields, changed: true }, chosen);
    expect(chosenSite()).toEqual({ config: chosen === '_ADD_' ? '' : chosen });
  });

  it('has all that prices depend on where it was changed, and nothing of its broker', () => {
    editorWith({ ...fields, ...others, changed: true });
    expect(chosenSite()).toEqual({ typed: { id: 'site', ...fields } });
  });

  it.each(['token', 'entsoeToken'])('has the secret that was typed in, and not one that is kept: %s', (name) => {
    for (const [secret, sent] of [
      ['typed', { [name]: 'typed' }],
      ['', { [name]: '' }],
      ['__PWRD__', {}],
      [undefined, {}],
    ] as const) {
      editorWith({ ...fields, changed: true, credentials: { [name]: secret, brokerPassword: 'hidden' } });
      expect(chosenSite()).toEqual({ typed: { id: 'site', ...fields, ...sent } });
    }
  });

  it('has the contracts that the open dialog adds, each once and in its own place', () => {
    const form = (id: string, name = '') => ({ id, name }) as ContractForm;
    const site = { ...fields, ...others };
    editorWith(site);
    for (const added of [form('own-2'), form('own-1', 'Changed'), form('own-2', 'Bill')]) addContract(added);
    const contracts = [form('own-1', 'Changed'), form('own-2', 'Bill')];
    expect(chosenSite()).toEqual({ typed: { id: 'site', ...fields, contracts } });
    expect(site.contracts).toEqual([{ id: 'own-1' }]);
    editorWith(null, '');
    addContract(form('own-3'));
    expect(chosenSite()).toEqual({ typed: { schema: 2, contracts: [form('own-3')] } });
  });

  it('is asked without the contracts that it holds', () => {
    editorWith({ ...fields, ...others });
    expect(bareSite('site')).toEqual({ id: 'site', ...fields, contracts: [] });
    expect(bareSite('gone')).toEqual({ schema: 2 });
  });
});

it.each([
  ['__PWRD__', true],
  [undefined, true],
  ['', false],
  ['typed', false],
])('a secret that the editor has as %j is kept by the server: %s', (secret, kept) => {
  expect(isKept(secret)).toBe(kept);
});
