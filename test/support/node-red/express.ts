import { createRequire } from 'node:module';
import type { NodeAPI } from 'node-red';

type App = NodeAPI['httpAdmin'];

const requireOfNodeRed = createRequire(createRequire(import.meta.url).resolve('node-red'));

/** The web framework that Node-RED serves its editor and its nodes with. */
export const express = requireOfNodeRed('express') as (() => App) & {
  json(options: { limit: string }): Parameters<App['use']>[0];
};

/** An app for the endpoints of the editor, which reads JSON up to Node-RED's limit. */
export const adminApp = (): App => express().use(express.json({ limit: '5mb' }));
