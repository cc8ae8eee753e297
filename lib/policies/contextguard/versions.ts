/**
 * The versions of ContextGuard's threshold strategy, as settings of today's policies.
 * Commits and dates: achetronic/adk-utils-go, plugin/contextguard, read version by version.
 */
import type { ContextGuardSettings } from './settings';
import type { Preset, Provenance } from '@/lib/engine/policy/policy';

/** Source of a strategy in one of the plugin's files. */
export const guardProvenance = (
  file: string,
  version: string,
  known: Pick<Provenance, 'golden'> & { readonly basis?: Provenance['basis'] } = {},
): Provenance => ({
  system: 'ContextGuard',
  repository: 'github.com/achetronic/adk-utils-go',
  path: `plugin/contextguard/${file}.go`,
  version,
  basis: 'exact',
  ...known,
});

/** Vectors of each version: by its own estimator, of those before v0.9.1 by a provider's usage too. */
const vectors = { sessions: 13, steps: 386 };
export const earlyVectors = { sessions: 17, steps: 521 };
const sums = { sessions: 92, steps: 4_344, sums: true } as const;
/** Vectors of the latest version (`scenarios.json`, `extra-scenarios.json`). */
export const latestVectors = { sessions: 105, steps: 4_741 };

/** Releases without the genai 1.57 parts, with the em dash; else as the latest version. */
const v0_15_1 = {
  cap: 5,
  factor: 2.5,
  floor: 1,
  attempts: 3,
  resetCalibration: true,
  boundary: '>=',
  countTools: true,
  countInline: true,
  countOther: false,
  capped: true,
  stripCovered: true,
  onFailure: 'fallback',
  truncate: true,
  wrapper: 'em-dash',
} as const satisfies Partial<ContextGuardSettings>;

const v0_9_0 = {
  ...v0_15_1,
  factor: 2,
  attempts: 1,
  boundary: '>',
  countTools: false,
  countInline: false,
} as const satisfies Partial<ContextGuardSettings>;

/** The latest version's rules. */
export const v1_1_0 = {
  ...v0_15_1,
  countOther: true,
  wrapper: 'hyphen',
} as const satisfies Partial<ContextGuardSettings>;

/** Presets of `contextguard-threshold`, one for each version that summarises everything. */
export const thresholdVersions: readonly Preset<ContextGuardSettings>[] = [
  {
    id: 'pr7-first',
    label: 'PR 7, first design',
    settings: {
      ...v0_9_0,
      factor: 1.5,
      capped: false,
      resetCalibration: false,
      stripCovered: false,
      onFailure: 'pass',
      truncate: false,
    },
    provenance: {
      version: 'e2d01e0, 2026-02-28, branch only',
      basis: 'exact',
      golden: earlyVectors,
      note: 'Uncapped correction; the summary is put in front of the whole log, so every step after the first compaction fires again.',
    },
  },
  {
    id: 'pr7-hardened',
    label: 'PR 7, hardened',
    settings: { ...v0_9_0, stripCovered: false },
    provenance: {
      version: '1468dc1, 2026-02-28, branch only',
      basis: 'exact',
      golden: earlyVectors,
      note: 'Cap, truncated summariser input, mechanical fallback and reset; still loops, because nothing is stripped.',
    },
  },
  {
    id: 'v0.9.0',
    label: 'v0.9.0: watermark fixed',
    settings: v0_9_0,
    provenance: {
      version: 'v0.9.0 (dc1ea47), 2026-02-28',
      basis: 'exact',
      golden: earlyVectors,
      note: 'Tool definitions and inline data count nothing; a window of exactly 200,000 fires at 160,000.',
    },
  },
  {
    id: 'v0.9.1',
    label: 'v0.9.1: tools, inline data, factor 2.5',
    settings: { ...v0_15_1, attempts: 1 },
    provenance: { version: 'v0.9.1 (c8ec690), 2026-02-28', basis: 'exact', golden: vectors },
  },
  {
    id: 'v0.12.0',
    label: 'v0.12.0 – v0.15.0: never compacts',
    settings: { ...v0_15_1, attempts: 0 },
    provenance: {
      version: 'v0.12.0 (211f636), 2026-03-29',
      basis: 'exact',
      golden: vectors,
      note: 'The retry loop came with a default of 0 attempts: nothing compacts unless WithMaxCompactionAttempts is given.',
    },
  },
  {
    id: 'v0.15.1',
    label: 'v0.15.1: three attempts',
    settings: v0_15_1,
    provenance: { version: 'v0.15.1 (e32f72a), 2026-05-01', basis: 'exact', golden: sums },
  },
  {
    id: 'v0.18.0',
    label: 'v0.18.0: newer part kinds',
    settings: { ...v0_15_1, countOther: true },
    provenance: { version: 'v0.18.0 (ee68ac3), 2026-06-01', basis: 'exact', golden: sums },
  },
  {
    id: 'v1.1.0',
    label: 'v1.0.0 – v1.1.0: hyphen in the wrapper',
    settings: v1_1_0,
    provenance: { version: 'v1.1.0 (113391a), 2026-07-30', basis: 'exact', golden: latestVectors },
  },
];
