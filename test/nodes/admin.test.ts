import type { NodeAPI } from 'node-red';
import { expect, it } from 'vitest';
import { offerListings } from '../../nodes/admin.ts';

it('guards the listings with a permission of their own', () => {
  const guards: unknown[] = [];
  const routes: unknown[] = [];
  const needsPermission = (permission: string) => {
    guards.push(permission);
    return needsPermission;
  };
  const httpAdmin = { get: (path: string, guard: unknown) => routes.push([path, guard]) };
  offerListings({ auth: { needsPermission }, httpAdmin } as unknown as NodeAPI);
  expect(guards).toEqual(['dayahead.read']);
  expect(routes).toEqual([['/dayahead/listings', needsPermission]]);
});
