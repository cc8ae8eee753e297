import { PRODUCER } from '@/lib/replay/engine';
import { formatInteger } from '@/lib/base/format';
import { costReport, type CostReport } from '@/lib/analysis/cost/cost-report';
import { billTable, compactionColumns, costsTheSame } from '@/lib/analysis/cost/cost-tables';
import {
  billGaps,
  cacheWords,
  errorWords,
  outputWords,
  ratesWords,
  summariserWords,
  tierWords,
} from '@/lib/analysis/cost/cost-words';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { ratesOf, sessionPrices, type SessionPrices } from '@/lib/host/prices/session-prices';
import type { Policy, SummariserCache } from '@/lib/policies/contract/policy';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { askedOf, askedReplay, type Asked, type AskedOptions } from '../explain/asked-replay';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { left, right, textTable } from '../text-table';

/** Options of `cost`. */
export interface CostCommandOptions extends AskedOptions {
  readonly price: GivenPrices;
  readonly at?: Date;
  readonly summariser?: SummariserCache;
}

/** A session, what its models cost, and its bill. */
export interface PricedSession {
  readonly one: NumberedSession;
  readonly policy: Policy;
  readonly settings: unknown;
  readonly prices: SessionPrices;
  readonly report: CostReport;
}

/** Prints what the sessions of a trace cost, as recorded and as replayed. */
export async function costCommand(
  file: string,
  given: CostCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const priced = chooseSessions(trace.value.sessions, given.session).map((one) =>
    priceOne(one, asked, given),
  );
  if (given.json === true) {
    const sessions = priced.map(({ one, policy, settings, prices, report }) => {
      const { name } = one.session.draft.head;
      return { number: one.number, name, policy: policy.id, settings, prices, ...report };
    });
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions })}\n`);
  } else {
    for (const one of priced) io.out(costText(one));
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  return exitCode.clean;
}

/** Replays a session as asked and prices it. */
export function priceOne(
  one: NumberedSession,
  asked: Asked,
  given: Pick<CostCommandOptions, 'price' | 'at' | 'summariser'>,
): PricedSession {
  const { opening, policy, settings, run } = askedReplay(one, asked);
  const { profile } = one.session;
  const prices = sessionPrices(profile, new Date(), given.price, given.at ?? null);
  const { report } = costReport(run, {
    ratesOf: ratesOf(prices),
    agent: opening.own?.policy.traits.summariserCache,
    ...(given.summariser === undefined ? {} : { summariser: given.summariser }),
  });
  return { one, policy, settings, prices, report };
}

/** Prices, the model's error, the bill, break-even of each compaction. */
export function costText({ one, policy, prices, report }: PricedSession): string {
  const { recorded, cache, error } = report;
  const gaps = billGaps(recorded);
  const output = outputWords(recorded);
  const { heads, rows } = billTable(report, costsTheSame(report) ? null : policy.id);
  return [
    nameOf(one),
    priceLines(prices),
    cacheWords(cache),
    summariserWords(report),
    errorWords(error),
    ...(output === null ? [] : [output]),
    '',
    textTable(
      [...left(''), ...right(...heads)],
      rows.map(({ label, cells }) => [label, ...cells]),
    ),
    ...(gaps.length === 0 ? [] : [`Recorded: ${gaps.join('; ')}.`]),
    ...compactionLines(report),
    '',
  ].join('\n');
}

function priceLines({ day, recorded, list, models }: SessionPrices): string {
  const head = `Prices of ${day} (${recorded ? 'the day it began' : 'it names no day'}), ${list}, per million tokens:`;
  const lines = models.flatMap(({ model, rates, entry, given }) => {
    if (rates === null) return [`  ${model}: not in the list; --price gives one`];
    const source = given ? `${entry ?? 'no entry'}, with --price` : entry;
    const tier = tierWords(rates);
    return [
      `  ${model} (${source}): ${ratesWords(rates)}`,
      ...(tier === null ? [] : [`  ${tier}`]),
    ];
  });
  return [head, ...lines].join('\n');
}

function compactionLines({ replayed: { compactions } }: CostReport): readonly string[] {
  if (compactions.length === 0) return ['The replay does not compact.'];
  const columns = compactionColumns(compactions);
  const heads = columns.flatMap(({ head, isText }) => (isText ? left(head) : right(head)));
  const rows = compactions.map((one) => [
    formatInteger(one.step),
    ...columns.map(({ text }) => text(one)),
  ]);
  return ['', textTable([...right('step'), ...heads], rows)];
}
