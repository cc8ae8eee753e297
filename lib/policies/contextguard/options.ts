/**
 * ContextGuard's options: achetronic/adk-utils-go v1.1.0, plugin/contextguard/contextguard.go. `New`
 * takes the registry of windows, `Add` an agent's name, its model and the options. Cap and default
 * factor are constants there, changed by a patch of one line each.
 */
import {
  codeSnippet,
  literal,
  type OptionSnippet,
  type OwnOptions,
} from '@/lib/engine/policy/options';
import type { Preset } from '@/lib/engine/policy/policy';
import type { ContextGuardSettings, SlidingSettings } from './settings';
import type { TailSettings } from './tail';
import { thresholdVersions, v1_1_0 } from './versions';

const FOLDER = 'plugin/contextguard';
const FILE = `${FOLDER}/contextguard.go`;
const LATEST = 'v1.1.0';

/** Constants of `contextguard.go` with their lines in the latest version. */
const constants = {
  factor: { name: 'defaultHeuristicCorrectionFactor', line: 78 },
  cap: { name: 'maxCorrectionFactor', line: 83 },
} as const;
type Constant = keyof typeof constants;
const constantKeys = ['factor', 'cap'] as const satisfies readonly Constant[];

/** Rules that came and went with versions; no option sets them. */
const ruleKeys = [
  'boundary',
  'countTools',
  'countInline',
  'countOther',
  'capped',
  'stripCovered',
  'onFailure',
  'truncate',
  'wrapper',
] as const satisfies readonly (keyof ContextGuardSettings)[];

type Version = Preset<ContextGuardSettings>;

const latest = thresholdVersions.at(-1);

/** The newest version with these rules, of those the one with these attempts; undefined for none. */
function versionOf(settings: ContextGuardSettings): Version | undefined {
  const same = thresholdVersions.filter(({ settings: its }) =>
    ruleKeys.every((key) => its[key] === settings[key]),
  );
  return same.findLast(({ settings: its }) => its.attempts === settings.attempts) ?? same.at(-1);
}

/** A Go snippet that adds an agent with options. */
function goSnippet(
  options: readonly string[],
  { sets, notes }: Pick<OptionSnippet, 'sets' | 'notes'>,
): OptionSnippet {
  const lines = options.map((option) => `\tcontextguard.${option},`);
  const add =
    lines.length === 0
      ? ['guard.Add("assistant", llm)']
      : ['guard.Add("assistant", llm,', ...lines, ')'];
  const code = ['guard := contextguard.New(registry)', ...add];
  return codeSnippet({ target: 'Go', language: 'go', sets }, code, notes);
}

const attemptsOption = (attempts: number, standard: number): readonly string[] =>
  attempts === standard || attempts === 0 ? [] : [`WithMaxCompactionAttempts(${attempts})`];

const noAttempts =
  'Compaction attempts 0: WithMaxCompactionAttempts(0) means the default of 3; an agent that shall never compact is not added.';

const floatText = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value);

/** A patch of the constants that differ from the latest version's. */
function constantsPatch(settings: ContextGuardSettings): readonly OptionSnippet[] {
  const changed = constantKeys.filter(
    (key) => settings[key] !== v1_1_0[key] && (key !== 'cap' || settings.capped),
  );
  if (changed.length === 0) return [];
  const hunks = changed.flatMap((key) => {
    const { name, line } = constants[key];
    return [
      `@@ -${line} +${line} @@`,
      `-\t${name} = ${floatText(v1_1_0[key])}`,
      `+\t${name} = ${floatText(settings[key])}`,
    ];
  });
  const named = changed.map((key) => constants[key].name).join(' and ');
  return [
    {
      target: 'Source patch',
      language: 'diff',
      file: FILE,
      by: 'patch',
      code: [`--- a/${FILE}`, `+++ b/${FILE}`, ...hunks, ''].join('\n'),
      sets: changed,
      notes: [
        `No option sets ${named}: ${changed.length === 1 ? 'a constant' : 'constants'} of ${FILE}. The lines are those of ${LATEST}; apply with "git apply --unidiff-zero" or "patch -p1".`,
      ],
    },
  ];
}

const NO_CAP = `Cap off: the correction is always capped by ${constants.cap.name} of ${FILE}; no option switches it off.`;

const constantText = (key: Constant, settings: ContextGuardSettings): string =>
  `${key === 'cap' ? 'Correction cap' : 'Default factor'} ${settings[key]}: the constant ${constants[key].name} of ${FILE}; no option sets it.`;

function thresholdNotes(settings: ContextGuardSettings, version: Version | undefined): string[] {
  const notes: string[] = [];
  if (version !== undefined && version !== latest) {
    notes.push(
      `The rules are those of ${version.provenance?.version ?? version.label}; no option of ${LATEST} brings them back.`,
    );
  }
  if (settings.window === 0) {
    notes.push('Window 0: WithMaxTokens(0) asks the registry, whose ContextWindow has to be 0.');
  }
  return notes;
}

/** Options of the threshold strategy. */
export function thresholdOptions(settings: ContextGuardSettings): OwnOptions {
  const { window, attempts } = settings;
  const version = versionOf(settings);
  const current = version === undefined || version === latest;
  const standard = version?.settings.attempts ?? v1_1_0.attempts;
  const go = goSnippet(
    [
      ...(window > 0 ? [`WithMaxTokens(${literal(window)})`] : []),
      ...attemptsOption(attempts, standard),
    ],
    {
      sets: [
        ...(window > 0 ? ['window'] : []),
        ...(attempts > 0 || standard === 0 ? ['attempts'] : []),
        ...(version === undefined ? [] : ruleKeys),
        ...(current ? [] : constantKeys.filter((key) => settings[key] === version.settings[key])),
      ],
      notes: thresholdNotes(settings, version),
    },
  );
  return {
    snippets: [go, ...(current ? constantsPatch(settings) : [])],
    fixed: {
      cap: settings.capped ? constantText('cap', settings) : NO_CAP,
      capped: NO_CAP,
      factor: constantText('factor', settings),
      attempts: noAttempts,
      floor: `Correction floor ${settings.floor}: a literal, 1.0, in tokenCount of ${FOLDER}/compaction_utils.go; no option sets it.`,
      quoteRequest: `The continuation always quotes the request: injectContinuation in ${FOLDER}/compaction_utils.go.`,
      resetCalibration: `A compaction always forgets the calibration: the call of resetCalibration in ${FOLDER}/compaction_strategy_threshold.go.`,
    },
  };
}

/** Options of the sliding window, whose window is always the registry's. */
export function slidingOptions({ window, maxTurns, attempts, keepPercent }: SlidingSettings) {
  const turns = maxTurns > 0 ? maxTurns : 20;
  const options = [`WithSlidingWindow(${turns})`, ...attemptsOption(attempts, v1_1_0.attempts)];
  return {
    snippets: [
      goSnippet(options, {
        sets: ['maxTurns', ...(attempts > 0 ? ['attempts'] : [])],
        notes: [
          `The window, here ${literal(window)}, is what ContextWindow of the registry answers for the model: WithMaxTokens is for the threshold strategy alone.`,
        ],
      }),
    ],
    fixed: {
      window: `Window ${literal(window)}: ContextWindow of the registry that New takes.`,
      attempts: noAttempts,
      keepPercent: `Tail kept ${keepPercent} %: a literal, 30, in ${FOLDER}/compaction_strategy_sliding_window.go; no option sets it.`,
      quoteRequest: `The continuation always quotes the request: injectContinuation in ${FOLDER}/compaction_utils.go.`,
    },
  } satisfies OwnOptions;
}

/** Options of the versions that kept a recent tail, v0.7.0 and v0.8.0. */
export const tailOptions = ({ window, attempts, keepShare }: TailSettings): OwnOptions => ({
  snippets: [
    goSnippet(window > 0 ? [`WithMaxTokens(${literal(window)})`] : [], {
      sets: window > 0 ? ['window'] : [],
      notes: ['v0.7.0 and v0.8.0 only: later versions summarise everything.'],
    }),
  ],
  fixed: {
    attempts: `Compaction attempts ${attempts}: the constant maxCompactionAttempts of ${FILE}, 3 in v0.8.0; v0.7.0 makes one.`,
    keepShare: `Tail kept ${keepShare}: the constant recentWindowRatio, 0.20; no option sets it.`,
  },
});
