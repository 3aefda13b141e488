import type { EditorRED } from 'node-red';
import type { createChart } from './chart.ts';

declare const RED: EditorRED;

/** The sidebar's chart for the dialogs, so that its library is loaded once. */
export interface SharedChart {
  readonly createChart: typeof createChart;
}

const plugins = RED.plugins as typeof RED.plugins & { getPlugin(id: string): SharedChart | undefined };

/** A chart for a dialog, see chart.ts; `undefined` where the sidebar is disabled. */
export const sharedChart = (place: HTMLElement): ReturnType<typeof createChart> | undefined =>
  plugins.getPlugin('dayahead-sidebar')?.createChart(place);
