import { describe, expect, it } from 'vitest';
import { readFlags, UsageError } from '../../src/cli/flags.ts';

describe('the command line', () => {
  it('needs no flag', () => {
    expect(readFlags([])).toEqual({});
  });

  it('reads every flag', () => {
    const line =
      '--port 8080 --host 0.0.0.0 --catalogue c --prices=p --now 2026-01-15T11:00:00+01:00 --delay 250 --trust-proxy --state s';
    expect(readFlags(line.split(' '))).toEqual({
      port: 8080,
      host: '0.0.0.0',
      catalogue: 'c',
      prices: 'p',
      now: Date.parse('2026-01-15T10:00:00Z') / 1000,
      delay: 250,
      'trust-proxy': true,
      state: 's',
    });
  });

  it.each([
    ['--port x', '--port must be a whole number from 0 to 65535'],
    ['--port 65536', '--port must be a whole number from 0 to 65535'],
    ['--port=-1', '--port must be a whole number from 0 to 65535'],
    ['--delay -5', '--delay must be a whole number from 0 to 600000'],
    ['--delay', '--delay needs a value'],
    ['--delay --live', '--delay needs a value'],
    ['--live -5', '--live takes no value'],
    ['--delay 1.5', '--delay must be a whole number from 0 to 600000'],
    ['--now yesterday', '--now must be a time such as 2026-01-15T10:00:00Z'],
    ['--now 2026-02-30T10:00:00Z', '--now must be a time such as'],
    ['--now 2026-01-15T10:00:00', '--now must be a time such as'],
    ['--host=', '--host must not be empty'],
    ['--port', '--port needs a value'],
    ['--state=', '--state must not be empty'],
    ['--catalogue c --figures f', '--figures and --update-figures cannot be used with --catalogue'],
    ['--catalogue c --update-figures', '--figures and --update-figures cannot be used with --catalogue'],
    ['--verbose', 'Unknown option "--verbose"'],
    ['-v', 'Unknown option "-v"'],
    ['serve', 'unexpected argument "serve"'],
    ['postgres://house:cret@h/d', 'unexpected argument (an address)'],
    ['--trust-proxy=yes', '--trust-proxy takes no value'],
  ])('%s is refused, naming what is wrong', (line, message) => {
    const read = () => readFlags(line.split(' '));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow('cret');
  });
});
