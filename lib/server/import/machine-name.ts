import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';

let known: string | undefined;

/**
 * Name of the scope of process ids: the host with its boot and, on Linux, the container. Processes of
 * different names cannot see each other, even on hosts of the same name.
 */
export function machineName(): string {
  const boot = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  const space = (): string => readlinkSync('/proc/self/ns/pid');
  known ??= [os.hostname, boot, space]
    .map(quiet)
    .filter((part) => part !== '')
    .join(' ');
  return known;
}

/** Reads a name of Linux; empty on other systems. */
function quiet(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
