/** What tools are asked for: parts of their input schemas, and the replays that they mean. */
import * as z from 'zod';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { type Fault, MOST_FAULTS, parseFault } from '@/lib/engine/replay/faults/faults';
import { UsageError } from '../exit-code';
import type { RequestedReplay } from '../explain/requested-replay';
import { policyOf } from '../parse-settings';

const MOST_TEXT = 4_096;
const text = z.string().min(1).max(MOST_TEXT);

export const pathInput = text.describe('A recording of any supported format, below a root');

export const pathsInput = z
  .array(text)
  .min(1)
  .max(100)
  .describe('Recordings, folders or archives, below a root');

export const sessionInput = z
  .union([text, z.int().positive().transform(String)])
  .optional()
  .describe('Number (from 1) or id of the session in the file; the first if left out');

export const policyInput = text
  .optional()
  .describe(
    'A policy as id or id@preset (see list_policies), or "own": the one that the session opens with, which is meant if left out',
  );

export const settingsInput = z
  .record(text, z.union([z.number(), z.string().max(MOST_TEXT), z.boolean(), z.null()]))
  .optional()
  .describe(
    'Settings of the policy by key, as in {"window": 180000}; the others stay as the session opens',
  );

const faultsInput = z
  .array(text)
  .max(MOST_FAULTS)
  .optional()
  .describe('Faults to inject, as in "usage-stops@40" or "compact@143"');

/** The replay of one session: file, session, policy, settings, faults. */
export const replayInput = {
  path: pathInput,
  session: sessionInput,
  policy: policyInput,
  settings: settingsInput,
  faults: faultsInput,
};

/** The replay that an input means. @throws UsageError */
export function askedOf({
  policy = OWN_POLICY,
  settings: set = {},
  faults = [],
}: {
  readonly policy?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly faults?: readonly string[] | undefined;
}): RequestedReplay {
  return {
    choice: policy === OWN_POLICY ? null : policyOf(policy),
    set,
    fault: faults.map(faultOf),
  };
}

function faultOf(given: string): Fault {
  const parsed = parseFault(given);
  if (parsed.ok) return parsed.value;
  throw new UsageError(`faults: ${parsed.error.message}`);
}
