import type { Figure } from './harness/figure.mts';

type Group = () => Promise<{ default(): Promise<Figure[]> }>;

/** What can be measured, in the order of the table. */
export const groups = {
  planner: () => import('./groups/planner.mts'),
  house: () => import('./groups/house.mts'),
  turns: () => import('./groups/turns.mts'),
  reading: () => import('./groups/reading.mts'),
  devices: () => import('./groups/devices.mts'),
  meter: () => import('./groups/meter.mts'),
  mqtt: () => import('./groups/mqtt.mts'),
  service: () => import('./groups/service.mts'),
  catalogue: () => import('./groups/catalogue.mts'),
  nodes: () => import('./groups/nodes.mts'),
  start: () => import('./groups/start.mts'),
  page: () => import('./groups/page.mts'),
} satisfies Record<string, Group>;

export const isGroup = (name: string): name is keyof typeof groups => Object.hasOwn(groups, name);
