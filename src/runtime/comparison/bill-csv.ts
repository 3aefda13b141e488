import type { ContractBills } from './contract-bills.ts';

/** A row for each line of each bill and month; amounts include VAT. */
export function billCsv({ bills }: Pick<ContractBills, 'bills'>, currency: string): string[] {
  const rows = bills.flatMap((bill) =>
    [{ instead: '', ...bill }, ...bill.alternatives].flatMap((each) =>
      each.lines.flatMap(({ name, issuer, kind, months }) =>
        months.map(({ month, amount, vat }) =>
          [bill.id, each.instead, each.status, month, issuer, kind, name, amount, vat, amount + vat]
            .map(cell)
            .join(','),
        ),
      ),
    ),
  );
  return [`contract,instead,status,month,issuer,kind,line,net ${currency},vat ${currency},total ${currency}`, ...rows];
}

/** A text that a spreadsheet could take for a formula begins with an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(Math.round(value * 1e6) / 1e6);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
