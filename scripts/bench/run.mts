/** Measures one group in a process of its own and prints its figures as JSON. */
import { groups, isGroup } from './groups.mts';

const [, , name = ''] = process.argv;
if (!isGroup(name)) throw new Error(`no group ${name}`);
const { default: measure } = await groups[name]();
process.stdout.write(JSON.stringify(await measure()));
