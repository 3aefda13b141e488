import type { NodeAPI } from 'node-red';

type Permission = 'dayahead.read' | 'dayahead.write' | 'flows.write';

/** Answers whether the user who asks has a permission; without `adminAuth` everybody has each. */
export type May = (permission: Permission) => Promise<boolean>;

type Guarded = Parameters<ReturnType<NodeAPI['auth']['needsPermission']>>;

/** Node-RED tells nobody what a user may do: its own guard is asked, and its refusal kept from the user. */
export const rightsOf =
  (RED: NodeAPI, request: Guarded[0], response: Guarded[1]): May =>
  (permission) =>
    new Promise((resolve) => {
      const refused: Guarded[1] = Object.create(response, {
        status: { value: () => refused },
        setHeader: { value: () => refused },
        end: { value: () => resolve(false) },
      });
      RED.auth.needsPermission(permission)(request, refused, () => resolve(true));
    });
