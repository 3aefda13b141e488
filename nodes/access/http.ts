import type { NodeAPI } from 'node-red';

type Guarded = Parameters<ReturnType<NodeAPI['auth']['needsPermission']>>;

/** A request to Node-RED, and what answers it. */
export type Asked = Guarded[0];
export type Answering = Guarded[1];
