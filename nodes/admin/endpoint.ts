import type { NodeAPI } from 'node-red';

type Answer<Question> = (asked: Question) => Promise<unknown>;

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
  RED.httpAdmin[method](`/dayahead/${path}`, RED.auth.needsPermission(permission), async (request, response) => {
    // A form of another site can be sent here with the browser's blessing, JSON cannot.
    if (method === 'post' && !request.is('json')) {
      response.status(415).json({ fault: { code: 'settings', detail: 'expected JSON' } });
      return;
    }
    const { status, body } = await outcome(answer, method === 'get' ? request.query : request.body);
    response.status(status).json(body);
  });
}

/** A question that was answered elsewhere, if with an error, is answered here; one that may not be asked is not. */
async function outcome<Question>(
  answer: Answer<Question>,
  asked: Question,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    return { status: 200, body: await answer(asked) };
  } catch (error) {
    const { faultOf, FaultError } = await import('../../src/runtime/problems.ts');
    const { MessageError } = await import('../../src/messages/parse.ts');
    const status = error instanceof FaultError ? 403 : error instanceof MessageError ? 400 : 200;
    return { status, body: { fault: faultOf(error) } };
  }
}
