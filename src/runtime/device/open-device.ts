import { z } from 'zod';
import { thrownText } from '../../core/file-error.ts';
import { countryCode, markets } from '../../core/markets.ts';
import type { Instant } from '../../core/time.ts';
import { readCommand, readRequest, requestValues } from '../../messages/command.ts';
import {
  type CommandAnswer,
  type CommandRefusal,
  type CommandWords,
  readTogether,
  refusalOf,
  takingBack,
} from '../../messages/command-reader.ts';
import { type DemandPatch, type DemandSettings, readDemand, readSettings } from '../../messages/demand/demand.ts';
import { isDimming, readDimming } from '../../messages/grid/dimming.ts';
import { parse } from '../../messages/parse.ts';
import { isPrices, type ReceivedPrices } from '../../messages/prices.ts';
import type { AccountDays } from '../account/account-days.ts';
import { type AccountKeeper, openAccount } from '../account/open-account.ts';
import { ownZone } from '../clock.ts';
import { noHeartbeat } from '../heartbeat.ts';
import type { Dimming } from '../power/dimming.ts';
import type { Owner } from '../publishing/topic-owners.ts';
import { receivedPrices } from '../received-prices.ts';
import { type Keeping, openStore } from '../store.ts';
import type { Device } from './device.ts';
import { openDeviceMemory } from './device-memory.ts';
import { createDeviceTopics, type DeviceSite } from './device-topics.ts';
import type { DeviceReport, News } from './report.ts';
import { devicePower } from './share.ts';
import { Switcher } from './switcher.ts';

/** The state of a node, beyond what it sends. */
export interface DeviceState {
  readonly report: DeviceReport;
  /** The node that has a name already that this one was to publish under. */
  readonly conflict: string | undefined;
  /** What the grid operator lets the site take for a time. */
  readonly dimming?: Dimming | undefined;
  /** The last prices that came, and when they did. */
  readonly given?: { readonly prices: ReceivedPrices; readonly at: Instant };
  /** The device as it would go on from now with other settings of its node. */
  readonly goingOn?: (settings: DemandSettings) => Device;
  /** Its place at the connection of its site by other settings, where it has one. */
  readonly seatOf?: Switcher['seatOf'];
  /** All that messages and topics ask of it. */
  readonly told?: () => DemandPatch;
  /** What the settings of its node ask. */
  readonly own?: DemandSettings;
  /** Seconds of its need that have run by now. */
  readonly delivered?: () => number;
  /** The keeper of its costs and prices. */
  readonly account?: Pick<AccountKeeper, 'state'>;
  /** Its runs as a table. */
  readonly csv?: () => string;
  /** The last days of its account. */
  readonly days?: () => AccountDays;
  /** Follows requests by their keys, all at once or none of them. */
  command(words: CommandWords): CommandAnswer;
  /** Previews such requests without applying them. */
  preview?(words: CommandWords): DeviceReport | CommandRefused;
}

interface CommandRefused {
  readonly refusal: CommandRefusal;
}

export interface DeviceOptions {
  readonly site: DeviceSite;
  /** The fields that the dialog saved: the keys of a demand, `onFailure`, and a command topic. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly owner: Owner;
  /** Of the nodes that its prices may come from, as they were chosen there, the likeliest first. */
  readonly countries?: readonly string[];
  /** The place where the device is remembered. */
  readonly keeping: Keeping;
  /** The place of its account. */
  readonly accounts?: Keeping;
  /** Hears what is to be sent on start, and when time or a command has changed something. */
  readonly onNews: (news: News) => void;
  readonly onState: (state: DeviceState) => void;
  /** Hears what went wrong while nobody asked. */
  readonly onError: (error: unknown) => void;
}

/** A device at work, without Node-RED. */
export interface RunningDevice {
  /** Prices, a demand, or neither: what is known. A refused input throws and changes nothing. */
  input(payload: object | undefined): News;
  /** Leaves the output as it is; `removed` forgets the device. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

const failure = z.object({ onFailure: z.enum(['run', 'off']).default('run') });

/**
 * Starts the device where a restart has left it.
 * @throws MessageError where the configuration is wrong.
 */
export async function openDevice(options: DeviceOptions): Promise<RunningDevice> {
  const { site, config, owner, countries = [], keeping, onNews, onState, onError } = options;
  const [market] = countries.flatMap((country) => countryCode(country) ?? []);
  const settings = readSettings(config);
  const { onFailure } = parse(failure, { onFailure: config.onFailure || undefined });
  const topics = createDeviceTopics(site, owner, config);
  // Before anything is waited for: of two nodes the first in the flow has the name, at every start.
  topics.take();
  const { heartbeat = noHeartbeat(site.clock) } = site;
  const memory = await openDeviceMemory(openStore(keeping), settings, heartbeat, onError);
  const account = await openAccount({
    keeping: options.accounts,
    clock: site.clock,
    onError,
    onTick: () => published(switcher.report()),
  });
  const switcher = new Switcher({
    settings,
    onFailure,
    device: topics.slug,
    clock: site.clock,
    timeZone: site.timeZone ?? (market ? markets[market].timeZone : ownZone()),
    memory: memory.device,
    connection: site.connection,
    account,
    onChange: (news) => onNews(published(news)),
    onError,
    remember: memory.remember,
  });
  const release = heartbeat.hold();
  let isOn: boolean | undefined;
  let given: DeviceState['given'];
  let load = '';
  /** The battery of the site plans around it. */
  function tellLoad(): void {
    const taken = switcher.takes();
    const present = JSON.stringify(taken);
    if (present !== load) site.powers.set(owner.id, taken.length > 0 ? devicePower(taken) : undefined);
    load = present;
  }
  function published(news: News): News {
    if (news.switch.on !== isOn) heartbeat.beat();
    isOn = news.switch.on;
    tellLoad();
    const conflict = topics.publish(news, follow);
    const goingOn = (settings: DemandSettings) => switcher.goingOn(settings);
    const csv = () => account.csv(news.plan.timeZone);
    const days = () => account.days(news.plan.timeZone);
    const dimming = site.grid.dimming();
    onState({
      report: news,
      conflict,
      command,
      preview: (words) => requested(words, readRequest, (patch) => switcher.preview(patch)),
      goingOn,
      seatOf: switcher.seatOf,
      told: () => switcher.told(),
      own: settings,
      delivered: () => switcher.delivered(),
      account,
      csv,
      days,
      dimming,
      ...(given && { given }),
    });
    return news;
  }
  function answered(payload: object | undefined): News {
    if (payload && isDimming(payload)) site.grid.told(readDimming(payload, site.clock.now()));
    if (!payload || isDimming(payload) || 'refresh' in payload) return switcher.report();
    if (!isPrices(payload)) return switcher.ask(readDemand(payload, site.clock.now()));
    const prices = receivedPrices(payload, site.clock.now());
    const news = switcher.price(prices);
    given = { prices, at: site.clock.now() };
    return news;
  }
  function command(words: CommandWords, read = readRequest): CommandAnswer {
    const undo = takingBack(words, requestValues(switcher.told()));
    const answer = requested(words, read, (patch) => switcher.ask(patch));
    if ('refusal' in answer) return answer;
    onNews(published(answer));
    return { undo };
  }
  /** What is refused changes nothing. */
  function requested<T>(words: CommandWords, read: typeof readRequest, follow: (patch: DemandPatch) => T) {
    const command = readTogether(words, read, site.clock.now());
    if ('refusal' in command) return command;
    try {
      return follow(command.patch);
    } catch (error) {
      return { refusal: refusalOf(words, thrownText(error)) };
    }
  }
  function follow(key: string, payload: string): CommandRefusal | undefined {
    const answer = command({ [key]: payload }, readCommand);
    return 'refusal' in answer ? answer.refusal : undefined;
  }
  const leaveBill = site.bill?.join(owner.id, {
    energies: account.energies,
    billed(cost) {
      account.billed(cost);
      published(switcher.report());
    },
  });
  try {
    switcher.start();
  } catch (error) {
    topics.release({ removed: false });
    leaveBill?.();
    await release();
    throw error;
  }
  return {
    input: (payload) => published(answered(payload)),
    async close({ removed }) {
      // First, so that no late command wakes what has stopped.
      topics.release({ removed });
      leaveBill?.();
      site.powers.set(owner.id, undefined);
      switcher.stop();
      await Promise.all([memory.close({ removed }), account.close({ removed }), release()]);
    },
  };
}
