import { MessageError } from '../../messages/parse.ts';
import { slug } from '../../mqtt/topics.ts';
import type { Owner } from '../publishing/topic-owners.ts';
import type { Site } from '../site.ts';
import type { DeviceReport } from './report.ts';
import { switchCommand } from './switch-command.ts';

/** The part of a site that a device uses. */
export type DeviceSite = Partial<Pick<Site, 'bill' | 'connection' | 'heartbeat' | 'ownsTopic'>> &
  Pick<Site, 'clock' | 'timeZone' | 'grid' | 'powers' | 'takeTopic' | 'releaseTopic' | 'publishDevice' | 'onCommand'>;

/** The topics of one device: those below its slug, and that of the user's own which switches it. */
export interface DeviceTopics {
  /** The device's name in topics. */
  readonly slug: string;
  /** Takes all of them; the name of the node that has one already. */
  take(): string | undefined;
  /** Publishes and hears commands where all of them are the device's; else the name of the node that has one. */
  publish(report: DeviceReport, follow: Parameters<Site['onCommand']>[1]): string | undefined;
  release(options: { readonly removed: boolean }): void;
}

/** @throws MessageError where `config` names a topic that is none, or one that a site uses itself. */
export function createDeviceTopics(site: DeviceSite, owner: Owner, config: object): DeviceTopics {
  const device = slug(owner.name, owner.id);
  const command = switchCommand(config);
  if (command && site.ownsTopic?.(command.topic))
    throw new MessageError(`commandTopic: ${command.topic} is a topic of the site itself`);
  const names = [['device', device] as const, ...(command ? [['command', command.topic] as const] : [])];
  const take = () =>
    names.map(([kind, name]) => site.takeTopic(kind, name, owner)).find((other) => other !== undefined);
  return {
    slug: device,
    take,
    publish({ switch: { on }, plan, demand, account }, follow) {
      const other = take();
      if (other !== undefined) return other;
      site.publishDevice(device, { on, plan, demand, command, account });
      site.onCommand(device, follow);
      return undefined;
    },
    release(options) {
      for (const [kind, name] of names) site.releaseTopic(kind, name, owner, options);
    },
  };
}
