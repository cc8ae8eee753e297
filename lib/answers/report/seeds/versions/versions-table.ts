/** The versions of ContextGuard's threshold strategy, as the presets replay them. */
import { formatPercent } from '@/lib/engine/base/format';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { contextGuardTail, type TailSettings } from '@/lib/policies/contextguard/tail';
import type { Preset } from '@/lib/engine/policy/policy';
import {
  figure,
  said,
  sayNumber,
  type Figure,
  type SeedsSection,
  type ModelTable,
} from '../figure';
import { goldenReadme } from '../seeds';

/** One version of the table, with its preset's data as text. */
export interface VersionRow {
  readonly policy: string;
  readonly preset: string;
  readonly version: string;
  readonly commit: string;
  readonly date: string;
  /** null: the raw heuristic is compared. */
  readonly factor: number | null;
  readonly cap: string;
  readonly boundary: string;
  readonly counts: string;
  readonly onTrigger: string;
  readonly nextRequest: string;
  readonly onFailure: string;
  readonly attempts: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** golden/README.md's row of a version. */
interface ReadmeRow {
  readonly date: string;
  readonly factor: string;
  readonly cap: string;
  readonly boundary: string;
  readonly attempts: string;
}

const capped = { cap: '1–5' } as const;
const late = { ...capped, factor: '× 2.5', boundary: '>=' } as const;

/** The rows of “Versions”, by preset; “same” is replaced by the value meant. */
const readme: Readonly<Record<string, ReadmeRow>> = {
  'v0.7.0': { date: '2026-02-25', factor: 'raw', cap: 'raw', boundary: '>', attempts: '1' },
  'v0.8.0': { date: '2026-02-25', factor: 'raw', cap: 'raw', boundary: '>', attempts: '3' },
  'pr7-first': {
    date: '2026-02-28',
    factor: '× 1.5',
    cap: 'uncapped',
    boundary: '>',
    attempts: '1',
  },
  'pr7-hardened': { ...capped, date: '2026-02-28', factor: '× 2.0', boundary: '>', attempts: '1' },
  'v0.9.0': { ...capped, date: '2026-02-28', factor: '× 2.0', boundary: '>', attempts: '1' },
  'v0.9.1': { ...late, date: '2026-02-28', attempts: '1' },
  'v0.12.0': { ...late, date: '2026-03-29', attempts: '0' },
  'v0.15.1': { ...late, date: '2026-05-01', attempts: '3' },
  'v0.18.0': { ...late, date: '2026-06-01', attempts: '3' },
  'v1.1.0': { ...late, date: '2026-07-30', attempts: '3' },
};

/** "v0.9.0 (dc1ea47), 2026-02-28" and "e2d01e0, 2026-02-28, branch only". */
const provenance = /\b([0-9a-f]{7})\)?, (\d{4}-\d\d-\d\d)/;

function countsOf({ countTools, countInline, countOther }: ContextGuardSettings): string {
  const more = [
    ...(countTools ? ['tools'] : []),
    ...(countInline ? ['inline data'] : []),
    ...(countOther ? ['newer kinds'] : []),
  ];
  return more.length === 0 ? 'contents, system' : `+ ${more.join(', ')}`;
}

function thresholdRow(preset: Preset<ContextGuardSettings>): VersionRow | null {
  const [, commit, date] = provenance.exec(preset.provenance?.version ?? '') ?? [];
  if (commit === undefined || date === undefined) return null;
  const settings = contextGuardThreshold.settings.parse(preset.settings);
  const { capped: isCapped, floor, cap, boundary, attempts } = settings;
  return {
    policy: contextGuardThreshold.id,
    preset: preset.id,
    version: preset.label.split(':')[0] ?? preset.label,
    commit,
    date,
    factor: settings.factor,
    cap: isCapped ? `${floor}–${cap}` : 'uncapped',
    boundary,
    counts: countsOf(settings),
    onTrigger:
      attempts === 0 ? 'nothing' : `full summary${settings.truncate ? ', cut to 80 %' : ''}`,
    nextRequest: settings.stripCovered ? 'watermark strips' : 'prepended: fires again',
    onFailure: settings.onFailure === 'fallback' ? 'mechanical' : 'passes unchanged',
    attempts,
    settings: Object.fromEntries(Object.entries(preset.settings)),
  };
}

function tailRow(preset: Preset<TailSettings>): VersionRow | null {
  const [, commit, date] = provenance.exec(preset.provenance?.version ?? '') ?? [];
  if (commit === undefined || date === undefined) return null;
  const { keepShare, attempts, boundary } = contextGuardTail.settings.parse(preset.settings);
  return {
    policy: contextGuardTail.id,
    preset: preset.id,
    version: preset.id,
    commit,
    date,
    factor: null,
    cap: 'raw',
    boundary,
    counts: 'contents, system',
    onTrigger: `tail split: keeps ${formatPercent(keepShare)}`,
    nextRequest: 'prepended: fires again',
    onFailure: 'passes unchanged',
    attempts,
    settings: Object.fromEntries(Object.entries(preset.settings)),
  };
}

/** Every version that is a preset with its own commit, oldest first. */
export const versionRows = (): readonly VersionRow[] =>
  [
    ...contextGuardTail.presets.map(tailRow),
    ...contextGuardThreshold.presets.map(thresholdRow),
  ].flatMap((row) => row ?? []);

function factorOf(factor: number | null, words: string | undefined): Figure {
  if (factor === null)
    return figure('raw', 'factor', words === undefined ? {} : said(words, words));
  return figure(factor, 'factor', words === undefined ? {} : sayNumber(words));
}

function cells(row: VersionRow): readonly Figure[] {
  const words = readme[row.preset];
  const say = (text: string | undefined) => (text === undefined ? {} : said(text, text));
  return [
    figure(`${row.version} (${row.commit})`),
    figure(row.date, 'count', say(words?.date)),
    factorOf(row.factor, words?.factor),
    figure(row.cap, 'count', say(words?.cap)),
    figure(row.boundary, 'count', say(words?.boundary)),
    figure(row.counts),
    figure(row.onTrigger),
    figure(row.nextRequest),
    figure(row.onFailure),
    figure(row.attempts, 'count', {
      ...(words === undefined ? {} : sayNumber(words.attempts)),
      bad: row.attempts === 0,
    }),
  ];
}

const versionTable = (): ModelTable => ({
  kind: 'table',
  id: 'versions-table',
  caption: 'Versions of the threshold strategy',
  sources: [
    goldenReadme(
      '“Versions”',
      '| v0.7.0 | 2026-02-25 | raw | `>` 200k | text, calls, responses; system text | tail split: keep trunc(0.2 × window) tokens, pair-safe backwards, may be 0 | summary prepended, nothing stripped | request passes unchanged | 1 |',
      '| v0.8.0 | 2026-02-25 | raw | `>` | same, also in the split | tail split, budget halved per retry; stops at split 0 | prepended | unchanged | 3 |',
      '| PR 7, first | 2026-02-28 | × 1.5, uncapped correction ≥ 1 | `>` | same | full summary + continuation | prepended: fires every step | unchanged | 1 |',
      '| PR 7, hardened | 2026-02-28 | × 2.0, clamp 1–5 | `>` | same | + truncate 80 %, reset | prepended: still loops | mechanical | 1 |',
      '| v0.9.0 | 2026-02-28 | × 2.0, clamp 1–5 | `>` | same | same | watermark strips | mechanical | 1 |',
      '| v0.9.1 | 2026-02-28 | × 2.5, clamp 1–5 | `>=` | + tools, inline data | same | same | mechanical | 1 |',
      '| v0.12.0–v0.15.0 | 2026-03-29 | same | `>=` | same | pass loop | same | mechanical | **0 by default: never compacts** |',
      '| v0.15.1 | 2026-05-01 | same | `>=` | same | same | same | mechanical | 3 |',
      '| v0.18.0 | 2026-06-01 | same | `>=` | + toolCall, toolResponse, partMetadata | same | same | mechanical | 3 |',
      '| v1.0.0 – v1.1.0 | 2026-07-30 | same | `>=` | same | hyphen for em dash | same | mechanical | 3 |',
    ),
  ],
  columns: [
    { label: 'version' },
    { label: 'date' },
    { label: 'factor' },
    { label: 'cap' },
    { label: 'at 200k' },
    { label: 'counts' },
    { label: 'on trigger' },
    { label: 'next request' },
    { label: 'on failure' },
    { label: 'attempts' },
  ],
  rows: versionRows().map(cells),
  reasons: [],
});

/** Section 8 of the page. */
export const versionSection = (): SeedsSection => ({
  id: 'versions',
  title: 'Versions',
  lead: [
    'The documents were written at different times, each about the code of its day. Every version is a preset: its constants below are the ones it replays with.',
  ],
  parts: [versionTable()],
});
