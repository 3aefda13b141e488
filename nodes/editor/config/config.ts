import type { EditorRED } from 'node-red';
import { entsoeAddressIn } from '../../../src/feeds/entsoe-address.ts';
import { siteSlug } from '../../../src/mqtt/topics.ts';
import type { HouseholdFacts } from '../../../src/runtime/site-settings.ts';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { showChosen, validator } from '../common/dialog.ts';
import { shownNumber } from '../common/numbers.ts';
import { language } from '../common/words.ts';
import { bareAddresses, offerBareAddresses } from './addresses.ts';
import { offerBillFacts } from './bill-facts.ts';
import { offerLanguages, offerStores, preselectBroker } from './choices.ts';
import { typedConnection } from './connection.ts';
import { offerContracts } from './contracts.ts';
import { offerFigures } from './figures.ts';
import { showPageAddress } from './page-address.ts';
import { isAmounts, offerPeaks } from './peaks.ts';
import { keepTokenAt, offerPrices, type PriceChoice } from './prices.ts';
import { offerTest, typedIn } from './test.ts';
import { configWord } from './words.ts';

declare const RED: EditorRED;

interface Config {
  schema: number;
  name: string;
  site: string;
  topicRoot: string;
  service: 'embedded' | 'remote';
  catalogue: string;
  /** A file or an HTTPS address; empty: the figures of the package. */
  figures?: string;
  contracts?: readonly ContractForm[];
  /** Empty: live, where the node is not of schema 1. */
  prices: PriceChoice;
  sources: string;
  url: string;
  resolution: string;
  timeZone: string;
  contextStore: string;
  household: object | null;
  billFacts?: HouseholdFacts | null;
  importKw: string;
  exportKw: string;
  /** Empty, the id of an operator, or `typed`. */
  peak: string;
  peakMinutes: string;
  peakDays: string;
  peakFloor: string;
  peakAmounts: string;
  /** Empty: there is none. */
  page: '' | 'look' | 'switch';
  /** Empty: the server's. */
  language: string;
  broker: 'none' | 'typed' | 'node';
  brokerUrl: string;
  brokerUser: string;
  rejectUnauthorized: boolean;
  tls: string;
  mqttBroker: string;
  discoveryPrefix: string;
}

interface Credentials {
  token: string;
  /** The address that the token goes to. */
  tokenUrl: string;
  brokerPassword: string;
  entsoeToken: string;
  entsoeUrl: string;
}

/** Id of the node whose dialog is open. */
let edited = '';
let contracts: () => readonly ContractForm[] = () => [];
let billFacts: ReturnType<typeof offerBillFacts>;

/** A field of the open dialog, else of the node. */
const present = (node: Config & { id: string }, field: keyof Config) =>
  node.id === edited ? $(`#node-config-input-${field}`).val() : node[field];

const fits = (pattern: RegExp, key: string) =>
  validator(
    (text) => pattern.test(text.trim()),
    () => configWord(`allowed.${key}`),
  );
const source = /^[a-z-]+(=https?:\/\/[^\s?#@]+)?$/;

/** An address without keys, whose password may have a slash, which is needed where `field` is chosen as `kind`. */
const addressFor = (field: 'service' | 'broker', kind: string, schemes: string, key: string) =>
  validator<Config & { id: string }>(
    function (text) {
      const address = text.trim();
      return address
        ? new RegExp(`^(${schemes})://[^\\s/@]+(/[^\\s@]*)?$`).test(address)
        : present(this, field) !== kind;
    },
    () => configWord(`allowed.${key}`),
  );
/** A fuse is one for a connection; nobody minds it in the other fields of kW. */
const keptPower = (text: string) => typedConnection(text, language());
const isPower = (kept: string) => /^(\d*\.?\d+)?$/.test(kept);
const power = (key: string, isRight = isPower) =>
  validator(
    (text) => isRight(keptPower(text)),
    () => configWord(`allowed.${key}`),
  );
const powers = ['importKw', 'exportKw', 'peakFloor'] as const;
const input = (field: keyof Config) => $(`#node-config-input-${field}`);
const keptIn = (field: (typeof powers)[number]) => keptPower(String(input(field).val() ?? ''));
const topic = fits(/^[a-z0-9_-]+$/, 'topic');

RED.nodes.registerType<Config, Credentials>('dayahead-config', {
  category: 'config',
  icon: 'config.svg',
  defaults: {
    schema: { value: 2 },
    name: { value: '' },
    site: { value: 'home', validate: topic },
    topicRoot: { value: 'dayahead', validate: topic },
    service: { value: 'embedded' },
    catalogue: {
      value: '',
      validate: validator<Config & { id: string }>(
        function (text) {
          return text.trim() !== '' || present(this, 'prices') !== 'own';
        },
        () => configWord('allowed.catalogue'),
      ),
    },
    figures: {
      value: '',
      validate: validator(
        (text) => !/^\s*[a-z][a-z0-9+.-]+:\/\//i.test(text) || /^https:\/\/[^\s?#@]+$/i.test(text.trim()),
        () => configWord('allowed.figures'),
      ),
    },
    contracts: { value: [] },
    prices: { value: '' },
    sources: {
      value: '',
      validate: validator(
        (text) => text.split('\n').every((line) => line.trim() === '' || source.test(line.trim())),
        () => configWord('allowed.sources'),
      ),
    },
    url: { value: '', validate: addressFor('service', 'remote', 'https?', 'url') },
    resolution: { value: '900' },
    timeZone: { value: '', validate: validator(isZone, () => configWord('allowed.timeZone')) },
    contextStore: { value: '' },
    household: { value: null },
    billFacts: { value: null },
    importKw: { value: '', validate: power('importKw', (kept) => isPower(kept) && (kept === '' || Number(kept) > 0)) },
    exportKw: { value: '', validate: power('exportKw') },
    peak: { value: '' },
    peakMinutes: { value: '60' },
    peakDays: {
      value: '1',
      // What 0.1 saved has none.
      validate: validator<Config & { id: string }>(
        function (text) {
          return /^([1-9]|10)$/.test(text.trim()) || present(this, 'peak') !== 'typed';
        },
        () => configWord('allowed.peakDays'),
      ),
    },
    peakFloor: { value: '', validate: power('exportKw') },
    peakAmounts: {
      value: '',
      validate: validator<Config & { id: string }>(
        function (text) {
          return isAmounts(text.trim()) || (text.trim() === '' && present(this, 'peak') !== 'typed');
        },
        () => configWord('allowed.peakAmounts'),
      ),
    },
    page: { value: '' },
    language: { value: '' },
    broker: { value: 'none' },
    brokerUrl: { value: '', validate: addressFor('broker', 'typed', 'mqtts?|wss?', 'brokerUrl') },
    brokerUser: { value: '' },
    rejectUnauthorized: { value: true },
    tls: { value: '', type: 'tls-config', required: false },
    mqttBroker: { value: '', type: 'mqtt-broker', required: false },
    discoveryPrefix: { value: 'homeassistant', validate: fits(/^[\w/-]*$/, 'discoveryPrefix') },
  },
  credentials: {
    token: { type: 'password' },
    tokenUrl: { type: 'text' },
    brokerPassword: { type: 'password' },
    entsoeToken: { type: 'password' },
    entsoeUrl: { type: 'text' },
  },
  label() {
    return this.name || this.site;
  },
  oneditprepare() {
    edited = this.id;
    if (!RED.nodes.node(this.id)) proposeTopic();
    preselectBroker(this.id);
    offerStores(this.contextStore ?? '');
    offerLanguages(this.id, this.language ?? '');
    offerPrices(this);
    showPageAddress();
    offerBareAddresses();
    offerFigures(this.id);
    contracts = offerContracts(this.id, this.contracts, () => ({ ...typedIn(this.id), contracts: [] }));
    const settle = () => {
      for (const field of powers) input(field).val(shownNumber(keptIn(field), language()));
    };
    settle();
    for (const field of powers) input(field).on('change', settle);
    offerPeaks(this.peak ?? '');
    billFacts = offerBillFacts(this.id, this.billFacts);
    for (const field of ['service', 'broker', 'prices', 'peak']) showChosen($(`#node-config-input-${field}`), field);
    for (const what of ['service', 'broker'] as const) offerTest(what, this.id);
  },
  oneditsave() {
    bareAddresses();
    for (const field of powers) input(field).val(keptIn(field));
    const typed = (field: 'url' | 'sources') => String($(`#node-config-input-${field}`).val() ?? '').trim();
    keepTokenAt('token', this.url, typed('url'));
    keepTokenAt('entsoeToken', entsoeAddressIn(this.sources ?? ''), entsoeAddressIn(typed('sources')));
    const typedContracts = contracts();
    if (typedContracts.length > 0 || this.contracts) this.contracts = typedContracts;
    const facts = billFacts();
    if (facts) this.billFacts = facts;
    closed();
  },
  oneditcancel: closed,
  oneditdelete: closed,
});

function closed(): void {
  edited = '';
}

/** Names the topic of a new site after the site, until the user types one. */
function proposeTopic(): void {
  let proposed = input('site').val();
  input('name').on('input', () => {
    if (input('site').val() !== proposed) return;
    proposed = siteSlug(String(input('name').val()));
    input('site').val(proposed).trigger('change');
  });
}

/** Nothing, or a zone that the browser knows too. */
function isZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text.trim() || 'UTC' }));
  } catch {
    return false;
  }
}
