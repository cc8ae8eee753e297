import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { inProject } from '@/lib/host/project.mjs';
import { isFields } from './loose';

/** A file of the fixture that commit 2d38b5f left: `e2e/yesterday/README.md`. */
export const ofYesterday = (...names: readonly string[]): string =>
  inProject('e2e/yesterday', ...names);

/** A recording of the fixture: JSON, compressed where the name ends in `.gz`. */
export function recording<T>(name: string): T {
  const bytes = readFileSync(ofYesterday(name));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as T;
}

/** The moment of the recording, in milliseconds since 1970. */
export const recordedAt = recording<{ readonly recordedAt: number }>('yesterday.json').recordedAt;

/** Policies whose default is another version today, and the preset with yesterday's numbers. */
export const YESTERDAYS_PRESET: Readonly<Record<string, string>> = {
  codex: 'reference',
  'opencode-tail': 'reference',
};

/** A session of numbers keeps the label that pi's policy reads: without it, it replayed to other numbers. */
export const LABELLED = /(^|\.)steps\.\d+\.label: "" → "aborted"$/;

/** A loss that says no more than the name of such a preset. */
export const NAMED_VERSION = /\bpreset: null → "reference"$/;

/** Ends of paths of texts for people: their wording may change, but they must exist. */
const PROSE = new RegExp(
  `(^|\\.)(${[
    'error',
    'error\\.(message|hint)',
    'errorMessage',
    'notices\\.\\d+(\\.message)?',
    'receipt\\.(merged|dropped)\\.\\d+\\.reason',
    'receipt\\.remarks\\.\\d+',
    'verdict',
    '(events|faults)\\.\\d+\\.text',
    'fidelity\\.(text|compactions\\.\\d+\\.why)',
    'formats\\.\\d+\\.label',
  ].join('|')})$|^message$`,
);

/** Such ends of paths in lists of policies and in the API's description. */
const DESCRIPTION =
  /^(policies|info|paths|components)\..*\b(label|description|note|unit|summary|title)$/;

/** Paths of this repository's sources in provenance; they may move. */
const OWN_SOURCE = 'lib/policies/';

/** Values that depend on the moment or on a running process: only their type is compared. */
const PRESENT = /(^|\.)(\w+At|keptUntil|importProcess)$/;

/**
 * ContextGuard's own recordings were not judged, and Codex's first versions had no name; now they are,
 * and OpenAI's models are compacted by its server, which keeps more of the user's messages.
 * Numbers only left out the agent's version, which judges a recording; it keeps it where it is a number.
 */
export const isJudgedNow = (loss: string): boolean =>
  /(^|\.)fidelity\.(policy: null → "contextguard-threshold"|preset: null → "(reference|remote-v1)"|settings\.keepUser: 20000 → 64000)$/.test(
    loss,
  ) || /(^|\.)source\.agentVersion: null → "[\da-z. -]{1,30}"$/.test(loss);

/** State of a comparison. */
export interface Comparison {
  /** New identifiers by their names in the recording; unknown names are added. */
  readonly names?: Map<string, string>;
  /** True if lists may have grown: items are matched by `id`, `key` or value. */
  readonly grown?: boolean;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);

/** A recorded text with current identifiers in place of their names. */
export function named(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names.get(name) ?? whole);
}

const identity = (item: unknown): unknown =>
  isFields(item) ? (item['id'] ?? item['key'] ?? null) : item;

/** Current counterpart of a recorded list's item. */
function counterpart(item: unknown, index: number, now: readonly unknown[], grown: boolean) {
  const own = grown ? identity(item) : null;
  return own === null || typeof own === 'object'
    ? now[index]
    : now.find((other) => identity(other) === own);
}

/**
 * Recorded values that are absent or different in the current answer, one line each with its path.
 * Additional values of the current answer are allowed.
 */
export function losses(
  before: unknown,
  now: unknown,
  comparison: Comparison = {},
  path = '',
): readonly string[] {
  const lost = [`${path}: ${shown(before)} → ${shown(now)}`];
  const below = (key: string | number): string => (path === '' ? `${key}` : `${path}.${key}`);
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return lost;
    const { grown = false } = comparison;
    if (!grown && now.length !== before.length) return lost;
    return before.flatMap((item: unknown, i) =>
      losses(item, counterpart(item, i, now, grown), comparison, below(i)),
    );
  }
  if (isFields(before)) {
    if (!isFields(now)) return lost;
    return Object.entries(before).flatMap(([key, value]) =>
      losses(value, now[key], comparison, below(key)),
    );
  }
  if (PRESENT.test(path)) return typeof before === typeof now ? [] : lost;
  if (typeof before !== 'string') return Object.is(before, now) ? [] : lost;
  if (typeof now !== 'string') return lost;
  if (PROSE.test(path) || DESCRIPTION.test(path) || before.startsWith(OWN_SOURCE)) {
    return (now === '') === (before === '') ? [] : lost;
  }
  return isSameText(before, now, comparison.names) ? [] : lost;
}

function isSameText(before: string, now: string, names: Map<string, string> | undefined): boolean {
  const [, name] = /^\{(id\d+|[a-z]+Id|[a-z]+)\}$/.exec(before) ?? [];
  if (names && name !== undefined && !names.has(name)) names.set(name, now);
  return (names ? named(before, names) : before) === now;
}

/** Fields of a record of CSV; those recorded hold no line breaks. */
const fieldsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** The records of a CSV file by the names of its columns. */
export function recordsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const columns = fieldsOf(head);
  return lines.map((line) => {
    const fields = fieldsOf(line);
    return Object.fromEntries(columns.map((column, i) => [column, fields[i] ?? '']));
  });
}

/** Numeric cells of printed tables, sorted; sentences may change. */
export const numbersOf = (text: string): readonly string[] =>
  text
    .split(/\n| {2,}/)
    .filter((cell) => /^[−-]?\d[\d,.]*( ?%)?$/.test(cell))
    .sort();
