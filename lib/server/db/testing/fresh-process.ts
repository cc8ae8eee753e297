// Gives each test file a server of its own in a process that files share: what one opened, set or left
// running ends with it. What is kept beside `processWide` must not depend on the library.
import { afterAll, vi } from 'vitest';

const shared = globalThis as typeof globalThis & { highwater?: Map<string, unknown> };
const before = { ...process.env };

/** What runs by itself: processes, and timers that would look into the next file's library. */
const isRunning = (value: unknown): value is { readonly stop: () => Promise<void> } =>
  typeof value === 'object' && value !== null && 'stop' in value;

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const value of shared.highwater?.values() ?? []) if (isRunning(value)) await value.stop();
  shared.highwater?.clear();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) {
    if (!(name in before)) Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, before);
}, 60_000);
