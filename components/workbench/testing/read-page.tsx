import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  Contradictions,
  meantSteps,
  placeOf,
  type MeantStep,
} from '@/lib/analysis/explain/testing/contradictions';
import { saidOutcome } from '@/lib/analysis/explain/testing/said';
import { explainStep } from '@/lib/analysis/explain/cause/explain-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { wordsText } from '@/lib/engine/base/answer/words';
import type { StepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import type { ExampleSession } from '@/lib/readers/importers/testing/every-session';
import { changedSetting } from '@/lib/policies/testing/changed-setting';
import { CauseBlock } from '../cause/cause-block';
import { CauseProvider } from '../cause/use-cause';
import { ChartTooltip } from '../chart/chart-tooltip';
import { LedgerPanel } from '../ledger/ledger-panel';
import { WorkbenchProvider, type Workbench } from '../state/use-workbench';
import { stepColumns } from '../tabs/step-columns';
import { openedPage } from './opened-page';
import { readChart } from './read-chart';

/**
 * Reads back what a session's page says of each step, as rendered: headline and sentences, ledger,
 * tooltip, table and chart; as it opens, with a changed setting, and back again.
 */
export function readPage(named: ExampleSession): Contradictions {
  const into = new Contradictions(named.name);
  if (named.session.steps.length === 0) return into;
  const workbench = openedPage(named);
  const { store } = workbench;
  const { replay, policy, settings } = store.frame();
  readFrame(named, workbench, into);
  const changed = changedSetting(policy, settings);
  if (changed === null) return into;
  store.set(changed);
  readFrame(named, workbench, into);
  store.set(settings);
  const shown = store.frame().replay;
  into.same('shown as recorded again', shown.observation !== null, replay.observation !== null);
  return into;
}

/** Most steps of a session whose panels are all rendered; of a longer one, those with an event and some more. */
const MOST_RENDERED = 60;

/** Steps whose sentences are read back without a panel; the table and the chart are read of every step. */
const MOST_TOLD = 1_500;

function readFrame({ session }: ExampleSession, workbench: Workbench, into: Contradictions): void {
  const { store, opening } = workbench;
  const { replay } = store.frame();
  const meant = meantSteps(session, replay);
  const client = new QueryClient();
  const about = { agent: session.source.agent, tools: null };
  const subject = causeSubject(store.session, opening, about);
  const every = Math.ceil(meant.length / MOST_RENDERED);
  const told = Math.ceil(meant.length / MOST_TOLD);
  meant.forEach((one, step) => {
    readRow(`table, ${placeOf(step)}`, (id) => textOf(replay, step, id), one, into);
    const { policy, provider } = one.outcome;
    const eventful = policy !== 'held' || provider === 'refused';
    if (step % every !== 0 && !eventful) {
      if (step % told !== 0) return;
      const { headline, clauses, verdict } = explainStep(replay, step, subject);
      const texts = [headline, ...clauses, verdict].map(({ words }) => wordsText(words));
      into.sentences(`headline, ${placeOf(step)}`, texts, one);
      return;
    }
    store.select(step);
    const markup = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <WorkbenchProvider value={workbench}>
          <CauseProvider>
            <CauseBlock onFreeze={() => undefined} />
            <LedgerPanel noting={0} />
            <ChartTooltip step={step} />
          </CauseProvider>
        </WorkbenchProvider>
      </QueryClientProvider>,
    );
    readMarkup(`page, ${placeOf(step)}`, markup, one, into);
  });
  readChart(replay, meant, into);
}

const columns = new Map(stepColumns.map((column) => [column.id, column.text]));
const textOf = (...[replay, step, id]: [...Parameters<TextOf>, string]): string =>
  columns.get(id)?.(replay, step) ?? '';
type TextOf = (typeof stepColumns)[number]['text'];

/** Reads back a row of the table of steps. */
function readRow(
  where: string,
  cell: (id: string) => string,
  meant: MeantStep,
  into: Contradictions,
): void {
  const outcome = cell('outcome');
  into.outcome(`${where}: ${outcome}`, saidOutcome(outcome), meant.outcome);
  into.number(`${where}, heuristic`, cell('heuristic'), meant.heuristic);
  into.number(`${where}, real`, cell('real'), meant.asked, meant.askedGuessed);
  into.number(`${where}, decision`, cell('decision'), meant.value, meant.valueGuessed);
  into.number(`${where}, margin`, cell('margin'), meant.margin);
  const [, sent] = / → (\S+)/.exec(outcome) ?? [];
  if (sent !== undefined) into.number(`${where}, sent`, sent, meant.sent, meant.sentGuessed);
}

/** Reads back headline, sentences, ledger and tooltip. */
function readMarkup(where: string, markup: string, meant: MeantStep, into: Contradictions): void {
  const between = (pattern: RegExp): string => plain(pattern.exec(markup)?.[1] ?? '');
  const headline = between(/<span data-headline[^>]*>(.*?)<\/span><span data-clauses/s);
  const [, block = ''] =
    /<span data-clauses="">(.*?)(?:<span data-whose|<\/p>)/s.exec(markup) ?? [];
  const clauses = block.split('<span data-clause="">').slice(1).map(plain);
  const verdict = between(/<span data-verdict="">(.*?)<\/span><\/h1>/s);
  into.sentences(where, [headline, ...clauses, verdict], meant);
  const [, policy = ''] = /data-outcome="([^"]*)"/.exec(markup) ?? [];
  const pair = { policy, provider: /data-provider="([^"]*)"/.exec(markup)?.[1] } as StepOutcome;
  into.outcome(`${where}, ledger`, pair, meant.outcome);
  const words = between(/<span data-outcome="[^"]*">(.*?)<\/span>/s).toLowerCase();
  const side = saidOutcome(words.split(/[,:;]/)[0] ?? '')?.policy;
  into.same(`${where}, ledger: ${words}`, side, meant.outcome.policy);
  const operand = (id: string): string =>
    between(new RegExp(`<dd data-operand="${id}"[^>]*>(.*?)</dd>`, 's')) || '–';
  into.number(`${where}, heuristic`, operand('heuristic'), meant.heuristic);
  into.number(`${where}, real`, operand('real'), meant.sent, meant.sentGuessed);
  into.number(`${where}, decision`, operand('decision'), meant.value, meant.valueGuessed);
  into.number(`${where}, threshold`, operand('threshold'), meant.threshold);
  // A difference has no tilde: the value that it is of has it.
  into.number(`${where}, margin`, operand('margin'), meant.margin);
  readTooltip(`${where}, tooltip`, markup.slice(markup.lastIndexOf('min-w-44')), meant, into);
}

/** Reads back a step under the pointer. */
function readTooltip(where: string, markup: string, meant: MeantStep, into: Contradictions): void {
  const rows = [...markup.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)];
  const lines = new Map(rows.map(([, name = '', value = '']) => [plain(name), plain(value)]));
  const line = (name: string): string => lines.get(name) ?? '–';
  const words = [...markup.matchAll(/<p class="[^"]*">(.*?)<\/p>/gs)].map(([, text = '']) =>
    plain(text),
  );
  const outcome = words.slice(1).join(' · ');
  into.outcome(`${where}: ${outcome}`, saidOutcome(outcome), meant.outcome);
  into.number(`${where}, heuristic`, line('heuristic'), meant.heuristic);
  const real = meant.askedGuessed ? 'real, projected' : 'real';
  into.number(`${where}, real`, line(real), meant.asked, meant.askedGuessed);
  into.number(`${where}, decision`, line('decision'), meant.value, meant.valueGuessed);
  into.number(`${where}, margin`, line('margin'), meant.margin);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The text of markup. */
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
    .trim();
