/** Floors 1 to 4 of the house: the folders of `npm run test:unit`. */
const FOLDERS = 'core planner forecast pricing api messages metering client service mqtt feeds'.split(' ');

/** Test files of these folders that start a broker, a database or another process. `test/unit.test.ts` keeps the list complete. */
export const STARTS_PROCESS = [
  'test/mqtt/connection-tls.test.ts',
  'test/mqtt/connection.test.ts',
  'test/mqtt/faults-of-clients.test.ts',
  'test/mqtt/faults.test.ts',
  'test/mqtt/publisher.test.ts',
  'test/mqtt/retained-will.test.ts',
  'test/mqtt/trial.test.ts',
  'test/mqtt/unsendable.test.ts',
  'test/service/accounts/limits.test.ts',
  'test/service/postgres/session.test.ts',
  'test/service/postgres/visits.test.ts',
];

/** The tests of `npm run test:unit`, without `STARTS_PROCESS`. */
export const UNIT_TESTS = FOLDERS.map((folder) => `test/${folder}/**/*.test.ts`);
