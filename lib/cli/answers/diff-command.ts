import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { loopText } from '@/lib/analysis/explain/net-effect';
import { QuestionError } from '@/lib/answers/model/question';
import { left, plain, right, textTable } from '@/lib/answers/print/text-table';
import { choiceOf } from '@/lib/answers/questions/check';
import {
  settingsDifference,
  type DiffTarget,
  type SessionDifference,
  type SettingsDifference,
  type SettingsFile,
} from '@/lib/answers/report/expectations/difference';
import { expectationsSchema, type Expectations } from '@/lib/answers/report/expectations/schema';
import { counted, formatDollars, formatInteger } from '@/lib/engine/base/format';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { drain } from '@/lib/engine/base/drain';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { readFieldFile } from './field-file';
import { ReadCorpus } from './read-corpus';

/** Says what the settings of a newer file do to each session; 1 where that is worse. */
export async function diffCommand(
  named: { readonly older: string; readonly newer: string; readonly files: readonly string[] },
  { json = false }: { readonly json?: boolean },
  io: CliIo,
): Promise<ExitCode> {
  const older = await settingsFile(named.older, io);
  const newer = await settingsFile(named.newer, io);
  const corpus = new ReadCorpus(named.files, io);
  const given: DiffTarget[] = [];
  for await (const { head, file, profile, pricesOf } of corpus.sessions([])) {
    given.push({ name: head.name, file, profile, ratesOf: ratesOf(pricesOf({}, null)) });
  }
  if (corpus.read === 0) {
    if (corpus.failed === 0) io.message('No trace was found. Name files, folders or archives.');
    return exitCode.unreadable;
  }
  const found = drain(settingsDifference(older, newer, given));
  io.out(json ? `${JSON.stringify(factsOf(named, found))}\n` : told(named, found));
  for (const problem of found.problems) io.message(plain(problem));
  if (corpus.lacks) return exitCode.unreadable;
  return found.standing === 'worse' ? exitCode.checkFailed : exitCode.clean;
}

/** A file as `check` reads it. @throws InputError with the line that is wrong */
async function settingsFile(file: string, io: CliIo): Promise<SettingsFile> {
  const { value, place } = await readFieldFile(expectationsSchema, file, io.resolve(file));
  const expectations = value as Expectations;
  try {
    return { file: expectations, choice: choiceOf(expectations) };
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    const [, ...part] = error.at.split('.');
    throw new InputError(`${place(part)}: ${error.message}`);
  }
}

const factsOf = (
  { older, newer }: { readonly older: string; readonly newer: string },
  { sessions, ...found }: SettingsDifference,
) => ({
  producer: PRODUCER,
  ...{ older, newer, ...found },
  sessions: sessions.map(({ name, effect, standing }) => ({ name, standing, ...effect })),
});

const COLUMNS = [...left('session', ''), ...right('overflows', 'compactions', 'cost'), ...left('')];

function told(
  { older, newer }: { readonly older: string; readonly newer: string },
  { sessions, before, after, priced, standing }: SettingsDifference,
): string {
  const times = (of: SessionDifference['standing']): string =>
    `${formatInteger(sessions.filter((one) => one.standing === of).length)} ${of}`;
  const rows = [
    ...sessions.map((one) => {
      return [
        one.name,
        one.standing,
        ...figures(one.effect.before, one.effect.after),
        loopText(one.effect),
      ];
    }),
    ['all', standing, ...figures(before, after), loopsText(before.loops, after.loops)],
  ];
  const unpriced = sessions.length - priced;
  return [
    `${older} → ${newer}: ${counted(sessions.length, 'session')}: ${times('worse')}, ${times('better')}, ${times('same')}.`,
    textTable(COLUMNS, rows).trimEnd(),
    ...(unpriced === 0
      ? []
      : [`${counted(unpriced, 'session')} without a price of every step: not in the cost of all.`]),
    'Overflows and loops decide; where they are as before the cost does, without prices the compactions. ~ modelled.',
    `Computed by ${PRODUCER}.`,
    '',
  ].join('\n');
}

interface Sums {
  readonly overflows: number;
  readonly compactions: number;
  readonly dollars: number | null;
}

const figures = (before: Sums, after: Sums): readonly string[] => [
  change(formatInteger(before.overflows), formatInteger(after.overflows)),
  change(formatInteger(before.compactions), formatInteger(after.compactions)),
  change(dollarsText(before.dollars), dollarsText(after.dollars)),
];

const change = (before: string, after: string): string =>
  before === after ? after : `${before} → ${after}`;

const dollarsText = (dollars: number | null): string =>
  dollars === null ? '–' : `~${formatDollars(dollars)}`;

const loopsText = (before: number, after: number): string =>
  before === 0 && after === 0 ? '' : `loops ${change(formatInteger(before), formatInteger(after))}`;
