import type { EditorRED } from 'node-red';
import type { Fault } from '../../../src/runtime/problems.ts';
import { textAt } from './words.ts';

declare const RED: EditorRED;

/** A question that was not answered. */
class Unanswered extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** A config node in the editor, whether it is deployed or not. */
interface EditorConfig {
  readonly changed?: boolean;
  readonly credentials?: { readonly token?: string };
  readonly [field: string]: unknown;
}

/** Asks an endpoint of ours. Rejects with `Unanswered`. */
export async function post<T>(path: string, question: object): Promise<T> {
  const data = JSON.stringify(question);
  const answer = await new Promise<T & { fault?: Fault }>((resolve, reject) => {
    $.ajax({ url: `dayahead/${path}`, method: 'POST', contentType: 'application/json', data }).then(
      resolve,
      ({ status, responseJSON, statusText }: JQuery.jqXHR) =>
        reject(new Unanswered(responseJSON?.fault ?? failed(status, statusText))),
    );
  });
  if (answer.fault && !('ok' in answer)) throw new Unanswered(answer.fault);
  return answer;
}

const failed = (status: number, detail: string): Fault =>
  status === 401 || status === 403 ? { code: 'permission' } : { code: 'internal', detail };

/** Asks the site that the dialog has chosen; as it stands in the editor where it is not deployed like that. */
export function askSite<T>(path: string, question: object): Promise<T> {
  const site = chosenSite();
  return post('typed' in site ? `typed/${path}` : path, { ...site, ...question });
}

/** What the server has to know of the chosen site: its id, or all that is not deployed of it yet. */
export function chosenSite(): { readonly config: string } | { readonly typed: object } {
  const id = siteId();
  const config = id ? (RED.nodes.node(id) as unknown as EditorConfig | null) : null;
  return config?.changed ? { typed: typedOf(id, config) } : { config: id };
}

/** Id of the chosen config node; empty for none. */
function siteId(): string {
  const id = String($('#node-input-config').val() ?? '');
  return id === '_ADD_' ? '' : id;
}

/** `__PWRD__` stands for a secret that the server keeps. */
export const isKept = (secret: unknown): boolean => secret === undefined || secret === '__PWRD__';

function typedOf(id: string, { service, catalogue, url, resolution, credentials }: EditorConfig): object {
  const token = credentials?.token;
  return { id, service, catalogue, url, resolution, ...(!isKept(token) && { token }) };
}

/** What went wrong in the words of the user's language. */
export function faultText({ code, detail }: Fault): string {
  const words = textAt('config', `fault.${code}`);
  return detail ? `${words} (${detail})` : words;
}

/** The fault of anything thrown. */
export const faultOf = (error: unknown): Fault =>
  error instanceof Unanswered ? error.fault : { code: 'internal', detail: String(error) };
