/** Loaded into a server before its own code: tells whoever asks over its channel how long the processor has worked for its thread. */
import { processorMs } from '../harness/processor-clock.mts';

process.on('message', () => process.send?.(processorMs()));
// To be asked is no reason to stay.
process.channel?.unref();
