import type { EditorRED } from 'node-red';
import type { ContractForm } from '../../../src/service/contracts/typed-contract.ts';
import { type FormContext, openForm } from './form.ts';
import { contractWord } from './words.ts';

declare const RED: EditorRED;

interface Trays {
  show(options: object): void;
  close(done?: () => void): void;
}

/** Opens the form of a contract over the dialog that is open. Resolves with it once that is back; with nothing where it was given up. */
export function askForContract(form: ContractForm, context: FormContext): Promise<ContractForm | undefined> {
  const { tray: trays } = RED as unknown as { readonly tray: Trays };
  return new Promise((resolve) => {
    let isOpen = true;
    /** Once: a second click, while the tray goes out, would close the dialog below. */
    function close(result?: ContractForm): void {
      if (isOpen) trays.close(() => resolve(result));
      isOpen = false;
    }
    let finished: () => Promise<ContractForm | undefined> = async () => undefined;
    trays.show({
      title: contractWord('title'),
      // The form takes it with its first field. Node-RED would a moment after, whatever is being typed into by then.
      focusElement: false,
      buttons: [
        { id: 'node-dialog-cancel', text: contractWord('cancel'), click: () => close() },
        {
          id: 'node-dialog-ok',
          text: contractWord('done'),
          class: 'primary',
          click: () => void finished().then((result) => result && close(result)),
        },
      ],
      open(tray: JQuery) {
        const place = $('<form class="form-horizontal" autocomplete="off">').on('submit', (event) =>
          event.preventDefault(),
        );
        tray.find('.red-ui-tray-body').addClass('red-ui-editor').append(place);
        ({ finished } = openForm(place, form, context));
      },
    });
  });
}
