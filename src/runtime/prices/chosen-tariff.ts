import { z } from 'zod';
import { parse } from '../../messages/parse.ts';
import { configuredSelection, mergeSelection, type Selection, selectionSchema } from '../../messages/selection.ts';
import { type Keeping, openMemory, openStore } from '../store.ts';

interface ChosenTariffOptions {
  /** Saved by the dialog. */
  readonly config: object;
  /** The place for the selection of an input. */
  readonly keeping: Keeping;
  readonly onProblem: (error: Error) => void;
}

/** The selection of a `tariff-select` node: as its dialog says, or as an input changed that. */
export interface ChosenTariff {
  /** `undefined` while nothing is chosen. */
  latest(): Selection | undefined;
  /**
   * Keys to change in what the dialog says, `{reset: true}` to change none; anything else asks for the selection.
   * A refused input throws and changes nothing.
   */
  input(payload: object | undefined): Selection | undefined;
  /** Waits until everything is written; `removed` forgets it. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

const memory = z.object({ schema: z.literal(1), configured: selectionSchema.optional(), selection: selectionSchema });

/** Rejected where the configuration is wrong; what another configuration was changed to is forgotten. */
export async function openChosenTariff({ config, keeping, onProblem }: ChosenTariffOptions): Promise<ChosenTariff> {
  const configured = configuredSelection(config);
  const { kept, keep, forget, close } = await openMemory(
    openStore(keeping),
    (value) => parse(memory, value),
    onProblem,
  );
  const holds = kept && JSON.stringify(kept.configured) === JSON.stringify(configured);
  let selection = holds ? kept.selection : configured;
  return {
    latest: () => selection,
    input(payload) {
      if (!payload || 'refresh' in payload) {
        if (!selection) throw new Error('no tariff is chosen yet');
        return selection;
      }
      if (Reflect.get(payload, 'reset') === true) {
        selection = configured;
        forget();
      } else {
        selection = mergeSelection(configured, payload);
        keep({ schema: 1, configured, selection });
      }
      return selection;
    },
    close,
  };
}
