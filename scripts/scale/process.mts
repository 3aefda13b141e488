import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** What Linux counts processor time in, a second. */
const TICKS = 100;

/** Seconds of processor time that a process has taken. */
export function secondsOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The same of a process and those that it has started. */
export function secondsOfAll(pid: number | undefined): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + secondsOf(child), secondsOf(pid));
}

export const megabytesOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Starts a program of Node.js and waits for its line of JSON. Its log goes nowhere. */
export async function startReady<Ready>(
  ...args: string[]
): Promise<{ readonly child: ChildProcess; readonly ready: Ready }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ready: JSON.parse(line) };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
