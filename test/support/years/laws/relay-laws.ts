import type { Life } from '../life.ts';
import { deviceNames } from '../needs.ts';
import type { Sight } from '../sight.ts';

/** What listens to a topic of one's own is on while the device is, and off once that switches by another. It hears what is said, and keeps it. */
export function relayLaws({ broker, place, fail, isFalse }: Sight) {
  const met = { switchedBy: 0 };
  const isWrong = (topic: string, wrong: boolean) => isFalse(topic, wrong, Number.POSITIVE_INFINITY);
  return {
    met,
    look(life: Life) {
      for (const name of deviceNames) {
        const relay = place.names.relay[name];
        const topic = relay.now();
        const isOn = life.report(name)?.switch.on ?? false;
        const said = broker.lastHeard(topic);
        if (topic && isOn && said === 'on') met.switchedBy++;
        if (topic && isWrong(topic, said !== (isOn ? 'on' : 'off')))
          fail(`${name} is ${isOn ? 'on' : 'off'} and was told ${said} on ${topic}`);
        for (const former of relay.former())
          if (isWrong(former, broker.lastHeard(former) === 'on')) fail(`${former} is on, and nothing switches by it`);
      }
    },
  };
}
