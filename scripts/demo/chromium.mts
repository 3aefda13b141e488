import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Debian's Chromium, without a window, and without requests of its own to the internet. */
export const chromiumOptions: LaunchOptions = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export function startChromium(): Promise<Browser> {
  return chromium.launch(chromiumOptions);
}
