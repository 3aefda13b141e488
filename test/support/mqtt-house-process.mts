/** A house in a process of its own, to be killed: `node mqtt-house-process.mts <url>`. It says when it is connected. */
import { houseOn } from './mqtt-house.ts';

const [, , url = ''] = process.argv;
const house = houseOn(url);
await house.start();
house.say(10);
process.stdout.write('connected\n');
