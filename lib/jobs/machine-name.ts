import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

let known: string | undefined;

/**
 * Names where process numbers mean the same: the host, since it was started, and on Linux the
 * container. Two names never see each other's processes, whatever the hosts are called.
 */
export function machineName(): string {
  known ??= [os.hostname(), bootId(), processSpace()].filter((part) => part !== '').join(' ');
  return known;
}

function bootId(): string {
  return quiet(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8));
}

function processSpace(): string {
  return quiet(() => readlinkSync('/proc/self/ns/pid'));
}

/** Other systems have neither. */
function quiet(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
