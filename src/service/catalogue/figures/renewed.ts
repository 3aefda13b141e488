import { rowsOf } from '../../rows.ts';
import type { Catalogue } from '../catalogue.ts';
import { holdingsByCountry } from '../public-facts.ts';

/**
 * A catalogue that is opened again whenever its stamp has changed. While it cannot be opened again, the one before stays.
 * @throws where it cannot be opened for the first time.
 */
export function renewedCatalogue(stampOf: () => string | undefined, open: () => Catalogue): Catalogue {
  let stamp = stampOf();
  let catalogue = open();
  let holdings = catalogue.holdings;
  function current(): Catalogue {
    const present = stampOf();
    if (present === stamp) return catalogue;
    stamp = present;
    try {
      catalogue = open();
      holdings = catalogue.holdings;
    } catch {
      // A file that is spoilt or a folder that is being changed: doctor and check name what is wrong.
    }
    return catalogue;
  }
  return {
    books: rowsOf(
      () => current().books.keys(),
      (country) => current().books.get(country),
    ),
    get sources() {
      return current().sources;
    },
    get version() {
      return current().version;
    },
    get holdings() {
      const { books } = current();
      holdings ??= holdingsByCountry(books);
      return holdings;
    },
    get own() {
      return current().own;
    },
    get ownCharges() {
      return current().ownCharges;
    },
  } as Catalogue;
}
