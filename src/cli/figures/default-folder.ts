import { join } from 'node:path';
import { cacheFolder } from '../../runtime/live/shared-live.ts';

/** The folder of installed figures where no `--figures` names another. */
export const defaultFigures = (): string => join(cacheFolder(), 'catalogue');
