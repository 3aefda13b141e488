import { z } from 'zod';
import { type Instant, utcTime } from '../core/time.ts';
import type { AccountPortal } from '../service/accounts/accounts.ts';
import { checked, split, time, UsageError, wholeNumber } from './flags.ts';
import { type KeptState, openForCommand } from './state.ts';

/** `dayahead-service account …` and `token …`: the account portal of a state. */

const MOST = 999_999;
const flags = z
  .object({
    state: z
      .string('--state must be given: a file, or postgres://USER@HOST/DATABASE')
      .pipe(z.string().min(1, '--state must not be empty')),
    now: time,
    'new-things': wholeNumber('new-things', MOST),
    requests: wholeNumber('requests', MOST),
    companies: wholeNumber('companies', MOST),
    tariffs: wholeNumber('tariffs', MOST),
  })
  .transform(({ state, now, 'new-things': newThings, requests, companies, tariffs }) => ({
    state,
    now,
    allowances: {
      ...(newThings !== undefined && { newThings }),
      ...(requests !== undefined && { requests }),
      ...(companies !== undefined && { companies }),
      ...(tariffs !== undefined && { tariffs }),
    },
  }));
type Given = z.output<typeof flags>;

interface Command {
  /** The one thing named after the verb. */
  readonly name?: 'ACCOUNT' | 'TOKEN';
  /** Returns what is printed, an object per line. */
  run(
    accounts: AccountPortal,
    name: string,
    given: Given & { readonly now: Instant },
    ownAccount: KeptState['ownAccount'],
  ): readonly object[] | Promise<readonly object[]>;
}

const commands: Readonly<Record<string, Command>> = {
  'account create': {
    async run(accounts, _name, { allowances, now }) {
      const account = await accounts.open(allowances);
      return [{ ...account, testing: await accounts.renewTesting(account.id, now) }];
    },
  },
  'account list': {
    async run(accounts, _name, _given, ownAccount) {
      const own = await ownAccount();
      return (await accounts.list()).map((account) => ({ ...account, ...(account.id === own && { own: true }) }));
    },
  },
  'account activate': { name: 'ACCOUNT', run: async (accounts, id) => [await accounts.setActive(id, true)] },
  'account deactivate': { name: 'ACCOUNT', run: async (accounts, id) => [await accounts.setActive(id, false)] },
  'account allow': {
    name: 'ACCOUNT',
    run: async (accounts, id, { allowances }) => [await accounts.allow(id, allowances)],
  },
  'token issue': {
    name: 'ACCOUNT',
    run: async (accounts, id) => [{ production: await accounts.issueProduction(id) }],
  },
  'token renew': {
    name: 'ACCOUNT',
    run: async (accounts, id, { now }) => [{ testing: await accounts.renewTesting(id, now) }],
  },
  'token revoke': {
    name: 'TOKEN',
    async run(accounts, token) {
      await accounts.revoke(token);
      return [];
    },
  },
  'token list': {
    run: async (accounts) =>
      (await accounts.tokens()).map(({ expires, ...token }) => ({
        ...token,
        ...(expires !== undefined && { expires: utcTime(expires) }),
      })),
  },
};

const string = { type: 'string' } as const;
const options = {
  state: string,
  now: string,
  'new-things': string,
  requests: string,
  companies: string,
  tariffs: string,
} as const;

/** The test for a command line that is for the accounts and not for the service. */
export const isAccountCommand = ([noun]: readonly string[]): boolean => noun === 'account' || noun === 'token';

/** Does what the command line says on its state; throws a `UsageError` where it cannot be followed. */
export async function accountCommand(args: readonly string[], systemNow: Instant): Promise<readonly object[]> {
  // The id of a token may begin with a dash. Every flag begins with two.
  const dashed = args.filter((arg) => /^-[^-]/.test(arg));
  const others = args.filter((arg) => !dashed.includes(arg));
  const { values, positionals } = split({ args: others, options, allowPositionals: true });
  const [noun = '', verb = '', ...names] = [...positionals, ...dashed];
  const command = commands[`${noun} ${verb}`];
  if (verb === '') {
    const verbs = Object.keys(commands).flatMap((each) =>
      each.startsWith(`${noun} `) ? each.slice(noun.length + 1) : [],
    );
    throw new UsageError(`${noun} needs one of ${verbs.join(', ')}`);
  }
  if (!command)
    throw new UsageError(`Unknown command "${noun} ${verb}". The commands are ${Object.keys(commands).join(', ')}.`);
  if (names.length !== (command.name ? 1 : 0))
    throw new UsageError(`${noun} ${verb} takes ${command.name ? `one ${command.name}` : 'no name'}`);
  const given = checked(flags, values);
  const state = await openForCommand(given.state, { mayCreate: verb === 'create' });
  try {
    return await command.run(state.accounts, names.join(), { ...given, now: given.now ?? systemNow }, state.ownAccount);
  } finally {
    await state.close();
  }
}
