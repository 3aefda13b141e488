import type { Page } from 'playwright-core';

/** A request that a page tries to send to Node-RED. */
export interface Attempt {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the browser sends the password that its user has typed in. */
  readonly credentials: 'include' | 'omit';
}

/** Ways in which a page can send a request. */
export type Means = 'fetch' | 'form post' | 'no-cors fetch' | 'EventSource' | 'frame';

/** Stands for an answer that the browser keeps from the page. */
export const BLOCKED = 'blocked';
/** Stands for an event stream in a frame, which never finishes loading. */
export const OPEN_STREAM = 'an open stream';

/** Sends the request from `page` and returns the text that the page, or a frame in it, gets to see. */
export async function attempt(page: Page, means: Means, request: Attempt): Promise<string> {
  if (means === 'fetch') return page.evaluate(fetchText, request).catch(() => BLOCKED);
  if (means === 'no-cors fetch') return opaqueAnswer(page, request);
  if (means === 'EventSource') return page.evaluate(streamText, request);
  const loaded = page.evaluate(means === 'frame' ? openFrame : submitForm, request);
  if ((await Promise.race([loaded, framedStream(page)])) === OPEN_STREAM) return OPEN_STREAM;
  const texts = page
    .frames()
    .slice(1)
    .map((frame) => frame.content().catch(() => BLOCKED));
  return (await Promise.all(texts)).join('\n');
}

/** Resolves when a frame of the page gets an event stream that may stand in frames. */
function framedStream(page: Page): Promise<string> {
  return new Promise((resolve) => {
    page.once('response', (response) => {
      const { 'content-type': type = '', 'content-security-policy': policy = '' } = response.headers();
      if (type.includes('event-stream') && !policy.includes('frame-ancestors')) resolve(OPEN_STREAM);
    });
  });
}

/** `httpNodeAuth` answers 401 before any route: such an answer is nobody's. */
async function opaqueAnswer(page: Page, request: Attempt): Promise<string> {
  let status = 0;
  page.once('response', (response) => {
    status = response.status();
  });
  const type = await page.evaluate(fetchOpaque, request).catch(() => BLOCKED);
  return status === 401 ? BLOCKED : type;
}

// The functions below run in the page.

/** The answer as text; of a stream its beginning. */
async function fetchText({ url, method, headers, body, credentials }: Attempt): Promise<string> {
  const stop = new AbortController();
  const answer = await fetch(url, {
    ...{ method, headers, credentials, signal: stop.signal },
    ...(method === 'POST' && { body }),
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value = '', done = true } = (await reader?.read()) ?? {};
    text += value;
    if (done || /^data: /m.test(text)) break;
  }
  stop.abort();
  return text;
}

/** A request without CORS, as an image or a script sends it: the page gets to know whether there is an answer. */
async function fetchOpaque({ url, method, body, credentials }: Attempt): Promise<string> {
  const stop = new AbortController();
  const { type } = await fetch(url, {
    ...{ mode: 'no-cors', method, credentials, signal: stop.signal },
    ...(method === 'POST' && { body }),
  });
  // A stream would keep one of the browser's few connections.
  stop.abort();
  return type;
}

function streamText({ url, credentials }: Attempt): Promise<string> {
  return new Promise((resolve) => {
    const stream = new EventSource(url, { withCredentials: credentials === 'include' });
    const end = (text: string) => {
      stream.close();
      resolve(text);
    };
    stream.addEventListener('house', ({ data }) => end(data));
    stream.addEventListener('error', () => end('blocked'));
  });
}

function openFrame({ url }: Attempt): Promise<void> {
  return new Promise((resolve) => {
    document.body.innerHTML = '<iframe></iframe>';
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    frame.addEventListener('load', () => resolve());
    frame.src = url;
  });
}

/** JSON as the name of a field, in the one encoding of forms that leaves it readable. */
function submitForm({ url, method, body }: Attempt): Promise<void> {
  return new Promise((resolve) => {
    document.body.innerHTML = '<iframe name="answer"></iframe><form target="answer"><input type="hidden"></form>';
    const [frame, form, field] = ['iframe', 'form', 'input'].map((name) => document.querySelector(name));
    Object.assign(form as HTMLFormElement, { method, action: url, enctype: 'text/plain' });
    Object.assign(field as HTMLInputElement, { name: `${body.slice(0, -1)},"padding":"`, value: '"}' });
    frame?.addEventListener('load', () => resolve());
    (form as HTMLFormElement).submit();
  });
}
