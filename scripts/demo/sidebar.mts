import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As Node-RED 5 keeps its sidebars for a user without a name; what they become later is the user's. */
const state = {
  v: 4,
  tabs: [],
  primary: {
    width: 360,
    top: { tabs: ['dayahead', 'info', 'help', 'config', 'context'], active: 'dayahead', hidden: false },
    bottom: { tabs: ['debug'], active: 'debug', hidden: true },
  },
  secondary: {
    width: 180,
    top: { tabs: ['explorer'], active: 'explorer', hidden: true },
    bottom: { tabs: ['palette'], active: 'palette', hidden: false },
  },
};

/** Node-RED's own tips come after a second, and fail where a busy machine has no place for them by then. */
const view = { 'view-show-tips': false };

/** The editor's settings of a user who sees the tab with the prices first. */
export const editorSettings = { editor: { view, sidebar: { state } } };

/** Opens the tab with the prices in the editor of a new user directory. */
export function openPrices(userDir: string): void {
  writeFileSync(join(userDir, '.config.users.json'), JSON.stringify({ _: editorSettings }));
}
