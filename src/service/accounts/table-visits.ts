import type { Account, Accounts } from './accounts.ts';
import type { Ledger } from './ledger.ts';
import { admissionRefusal, allowanceRefusal, utcDay } from './limits.ts';
import type { Spending, Visit, Visits } from './visits.ts';

/** Visits over accounts and a ledger that this process has to itself. */
export function createVisits(accounts: Pick<Accounts, 'find'>, ledger: Ledger): Visits {
  function counted({ id }: Account, { address, now, endpoint, asked, isAlone }: Visit): Spending {
    const day = utcDay(now);
    const requests = {
      account: ledger.addRequest(id, day),
      address: address === undefined ? 0 : ledger.addRequest(address, day),
    };
    const things = endpoint ? ledger.asked(id, endpoint, day) : new Set<string>();
    const named = { companies: ledger.named(id, 'companies'), tariffs: ledger.named(id, 'tariffs') };
    const { kind, ids } = asked?.named ?? NOTHING_NAMED;
    const tally = {
      things: things.size,
      isAsked: asked !== undefined && things.has(asked.thing),
      named: { companies: named.companies.size, tariffs: named.tariffs.size },
      fresh: ids.filter((one) => !named[kind].has(one)),
    };
    return { requests, isAlone, tally };
  }

  return {
    knows: (credential) => accounts.find(credential) !== undefined,
    visit(visit) {
      const known = accounts.find(visit.credential);
      if (known?.token.kind !== 'testing') return known;
      const spending = counted(known.account, visit);
      const visitor = { ...known, spending };
      const { endpoint, asked, now } = visit;
      if (!endpoint || !asked || admissionRefusal(visitor, now) || allowanceRefusal(visitor, asked, now))
        return visitor;
      ledger.add(known.account.id, endpoint, utcDay(now), asked);
      return { ...known, spending: { ...spending, spent: asked } };
    },
  };
}

const NOTHING_NAMED = { kind: 'tariffs', ids: [] } as const;
