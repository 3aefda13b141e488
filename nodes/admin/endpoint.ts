import type { NodeAPI } from 'node-red';
import type { Fault } from '../../src/runtime/problems.ts';
import { guardRoute } from '../access/guard.ts';
import { type May, rightsOf } from './rights.ts';

type Answer<Question> = (asked: Question, may: May) => Promise<unknown>;

interface Outcome {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly body: unknown;
}

/**
 * Puts up `GET` or `POST dayahead/<path>` for users with the permission. What is asked is the query of a GET, the JSON of a
 * POST; what `answer` throws is answered as `{fault}`, the one form of error that the editor knows.
 */
export function offerEndpoint<Question>(
  RED: NodeAPI,
  method: 'get' | 'post',
  path: string,
  permission: 'dayahead.read' | 'dayahead.write',
  answer: Answer<Question>,
): void {
  const handlers = [guardRoute(RED), RED.auth.needsPermission(permission)];
  RED.httpAdmin[method](`/dayahead/${path}`, ...handlers, async (request, response) => {
    const may = rightsOf(RED, request, response);
    // A form of another site can be sent here with the browser's blessing, JSON cannot.
    const isForm = method === 'post' && !request.is('json');
    const asked = method === 'get' ? request.query : request.body;
    const { status, retryAfter, body } = isForm
      ? refusal(415, { code: 'settings', detail: 'expected JSON' })
      : await outcome(answer, asked, may);
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    response.status(status).json(body);
  });
}

const refusal = (status: number, fault: Fault): Outcome => ({ status, body: { fault } });

/** A question that was answered elsewhere, if with an error, is answered here; one that may not be asked is not. */
async function outcome<Question>(answer: Answer<Question>, asked: Question, may: May): Promise<Outcome> {
  try {
    return { status: 200, body: await answer(asked, may) };
  } catch (error) {
    const { faultOf, FaultError } = await import('../../src/runtime/problems.ts');
    const { MessageError } = await import('../../src/messages/parse.ts');
    const { BusyError } = await import('../../src/runtime/comparison/turns.ts');
    if (error instanceof BusyError) return { ...refusal(503, { code: error.code }), retryAfter: error.retryAfter };
    const status = error instanceof FaultError ? 403 : error instanceof MessageError ? 400 : 200;
    const { detail, ...fault } = faultOf(error);
    // What went wrong inside, or in a folder, may name a path of this computer.
    const isSecret = ['internal', 'own-files'].includes(fault.code) && !(await may('flows.write'));
    return refusal(status, { ...fault, ...(detail !== undefined && !isSecret && { detail }) });
  }
}
