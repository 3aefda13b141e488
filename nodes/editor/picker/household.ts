import type { EditorRED } from 'node-red';
import { validator } from '../common/dialog.ts';
import { homeCountry } from '../common/home.ts';
import { siteId } from '../common/site.ts';
import { keepInSite, siteFor } from '../contract/kept.ts';
import { type PickedNode, pickTariffs } from './picker.ts';
import { pickerWord } from './words.ts';

declare const RED: EditorRED;

type Household = PickedNode;
interface HousedNode extends PickedNode {
  readonly config?: string | undefined;
}

const householdOf = (site: string): Household | undefined =>
  (RED.nodes.node(site) as unknown as { readonly household?: Household | null } | null)?.household ?? undefined;

/** True of a node with a country of its own, or of its site. */
const hasCountry = ({ country, config = '' }: HousedNode): boolean => Boolean(country || householdOf(config)?.country);

/** The country in the defaults of a node. */
export const countryDefault = {
  value: 'DK',
  validate: validator<PickedNode>(
    function () {
      return hasCountry(this);
    },
    () => pickerWord('noCountry'),
  ),
};

/**
 * `pickTariffs` of the node; where that has no country of its own, of the household in its site, for every other node
 * without one too. For a site without a household the dialog begins with the browser's country.
 */
export function pickHousehold(node: HousedNode, place: JQuery, terms?: () => object): () => void {
  if (node.country) return pickTariffs(node, place, terms);
  const site = siteId();
  const nothing = { postalCode: '', version: '', consumption: null, grid: null, feedin: null };
  const household: Household = { ...nothing, country: homeCountry(), ...householdOf(site) };
  const save = pickTariffs(household, place, terms);
  place.prepend($('<div class="dayahead-note" id="dayahead-household">').text(pickerWord('household')));
  return () => {
    save();
    const chosen = siteFor($('#node-input-config'));
    // Another site keeps the household that it has.
    if (chosen === site || !householdOf(chosen)) keepInSite(chosen, { household: { ...household } });
  };
}
