import type { Account, Accounts } from './accounts.ts';
import type { Ledger } from './ledger.ts';
import { admissionRefusal, allowanceRefusal, utcDay } from './limits.ts';
import type { Spending, Visit, Visitor, Visits } from './visits.ts';

/** Visits over accounts and a ledger that this process has to itself; `together` makes one write of those of a visit. */
export function createVisits(
  accounts: Pick<Accounts, 'find'>,
  ledger: Ledger,
  together: <T>(act: () => T) => T = (act) => act(),
): Visits {
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

  function spent(visitor: Visitor & { readonly spending: Spending }, { endpoint, asked, now }: Visit): Visitor {
    if (!endpoint || !asked || admissionRefusal(visitor, now) || allowanceRefusal(visitor, asked, now)) return visitor;
    ledger.add(visitor.account.id, endpoint, utcDay(now), asked);
    return { ...visitor, spending: { ...visitor.spending, spent: asked } };
  }

  return {
    knows: (credential) => accounts.find(credential) !== undefined,
    visit(visit) {
      const known = accounts.find(visit.credential);
      if (known?.token.kind !== 'testing') return known;
      return together(() => spent({ ...known, spending: counted(known.account, visit) }, visit));
    },
  };
}

const NOTHING_NAMED = { kind: 'tariffs', ids: [] } as const;
