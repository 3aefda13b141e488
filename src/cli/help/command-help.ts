/** A command with its options, each in one line. */
export interface CommandHelp {
  readonly does: string;
  /** By the option as it is written, or by a verb of the command. */
  readonly options: Readonly<Record<string, string>>;
  /** The meaning of exit code 1. */
  readonly fails: string;
}

const own = '--own DIR';
const zone = '--zone ZONE';
const prices = '--prices DIR';
const catalogue = '--catalogue DIR';
const holdings = {
  [catalogue]: 'companies and tariffs in place of those in this package',
  [prices]: 'price files in place of those in this package',
} as const;
const sources = {
  '--source FEED[=ADDRESS]': 'source to request; may be repeated; by default all under an open licence',
  '--keep DIR': 'folder for the fetched days; by default dayahead/prices in the cache folder',
} as const;
const ownFolder = { [own]: 'folder with companies, tariffs and prices of your own' } as const;
const figures = {
  '--figures DIR': 'folder with the installed figures; by default dayahead/catalogue in the cache folder',
} as const;
const clock = { '--now ISO': 'time to start from, e.g. 2026-01-15T10:00:00Z; by default the system clock' } as const;
const state = { '--state STATE': 'FILE or postgres://USER@HOST/DATABASE, with the password in PGPASSWORD' } as const;
const address = {
  '--host H': 'address to listen on; by default 127.0.0.1',
  '--port N': 'port to listen on; by default any free port',
} as const;

export const commandHelp: Readonly<Record<string, CommandHelp>> = {
  service: {
    does: 'Starts the tariff service, and prints its address and two tokens. This is the default.',
    options: {
      ...address,
      ...holdings,
      ...ownFolder,
      ...clock,
      '--delay MS': 'delay of every answer, in milliseconds',
      '--trust-proxy': 'count clients by the last address of X-Forwarded-For',
      ...state,
      '--live': 'real prices for today and tomorrow from public sources, in place of a replay',
      [zone]: 'with --live: bidding zone to fetch; may be repeated; by default every zone with a source',
      ...sources,
      ...figures,
      '--update-figures': 'fetch the installed figures again every week',
    },
    fails: 'the service cannot start, for example because the port is in use',
  },
  check: {
    does: 'Checks a folder of your own, and prints what its tariffs cost today.',
    options: {
      DIR: 'folder to check; without it, --now lists the figures that are expired on that day',
      ...holdings,
      ...figures,
      '--now ISO|DAY': 'time or day to check; by default the system clock',
    },
    fails: 'a file cannot be used',
  },
  catalogue: {
    does: 'Installs newer network charges, levies and VAT without a newer package.',
    options: {
      'install SOURCE': 'install the figures of a FILE or an HTTPS address',
      'diff SOURCE': 'print what they would change',
      show: 'print the figures in use and those that are installed',
      '--yes': 'also install figures that more than double or halve',
      ...figures,
    },
    fails: 'the figures cannot be read, or need --yes',
  },
  compare: {
    does: 'Prints what each contract would have cost with the readings from your meter.',
    options: {
      '--meter FILE': 'meter file; may be repeated',
      '--country CC': 'country of the meter, e.g. AT',
      '--postal-code P': 'postal code, which selects the network operator',
      '--grid TARIFF': 'network tariff, in place of the one for the postal code',
      '--tariff ID': 'contract to compare; may be repeated; by default all',
      '--shift KWH': 'kWh per day that you could use in the cheapest hours instead',
      '--bill': 'the household’s bill by company, line and month',
      '--choice NAME': 'choice that the bill depends on, e.g. norgespris; may be repeated',
      '--contracted KW': 'contracted power, e.g. 6 or P1=4.6; may be repeated',
      '--fuse A': 'main fuse in amperes',
      '--instead KEY=VALUE': 'one more bill with another choice, contracted, fuse or grid, or netting=no; repeatable',
      '--csv': 'print the lines of the bills as CSV',
      '--json': 'print JSON',
      '--format F': 'format of the file, if it is not recognised',
      '--columns KEY=COLUMN': 'start=, end=, consumption= or feed-in= with a column name or number; one flag for each',
      '--unit U': 'unit of the values, e.g. kWh',
      '--direction D': 'consumption or feed-in',
      '--point ID': 'meter to read, if the file has several',
      '--cumulative yes|no': 'whether the values are readings of a register',
      ...holdings,
      ...ownFolder,
      ...figures,
      '--keep DIR': 'folder for fetched days; by default dayahead/prices in the cache folder',
    },
    fails: 'a file cannot be read, or no contract has prices for all readings',
  },
  doctor: {
    does: 'Checks everything that a service with these options needs, without starting it.',
    options: {
      ...holdings,
      ...ownFolder,
      ...figures,
      '--live': 'check for live prices',
      [zone]: 'bidding zone that must have prices; may be repeated',
      '--keep DIR': 'folder for fetched days; by default dayahead/prices in the cache folder',
      ...state,
      ...address,
      '--json': 'print JSON',
    },
    fails: 'it found an error',
  },
  feeds: { does: 'Lists the public sources with their zones and licences.', options: {}, fails: 'never' },
  fetch: {
    does: 'Fetches days of exchange prices once, and writes them to price files.',
    options: {
      [zone]: 'bidding zone, e.g. DE-LU; may be repeated',
      '--from DAY': 'first delivery day, e.g. 2026-01-15; by default today',
      '--to DAY': 'last delivery day; by default tomorrow, or today with --from',
      ...sources,
    },
    fails: 'a day is missing',
  },
  import: {
    does: 'Reads price files of exchanges and other tools, and writes them as price files.',
    options: {
      FILE: 'one or more files of prices',
      [zone]: 'name of the zone to write',
      [prices]: 'folder to write into',
      '--per-euro N': "units of the files' currency per euro",
    },
    fails: 'a file cannot be read, or no delivery day is complete',
  },
  account: {
    does: 'Manages the accounts in a state.',
    options: {
      create: 'create an account, and print its testing token',
      list: 'print all accounts',
      'activate ACCOUNT': 'accept the tokens of an account again',
      'deactivate ACCOUNT': 'refuse the tokens of an account',
      'allow ACCOUNT': 'change the limits of its testing token',
      ...state,
      '--new-things N': 'new countries, companies and tariffs per day',
      '--requests N': 'requests per day',
      '--companies N': 'different companies in total',
      '--tariffs N': 'different tariffs in total',
    },
    fails: 'never',
  },
  token: {
    does: 'Manages the tokens in a state.',
    options: {
      'issue ACCOUNT': 'print one more production token',
      'renew ACCOUNT': 'print a new testing token; the old one ends',
      'revoke TOKEN': 'end a token, by its value or the id that list prints',
      list: 'print all tokens, without their values',
      ...state,
      ...clock,
    },
    fails: 'never',
  },
  move: {
    does: 'Copies a state file into an empty database.',
    options: {
      FILE: 'state file of a stopped service',
      '--state DATABASE': 'postgres://USER@HOST/DATABASE, with the password in PGPASSWORD',
    },
    fails: 'the database cannot be written',
  },
};
