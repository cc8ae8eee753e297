import { OutcomeServer } from '@/lib/worker/outcome-server';
import { findPolicy, policies } from '@/lib/policies/registry';
import { matrixColumns } from '@/lib/answers/report/outcome/matrix';
import { prepareScenario, scenarioOutcome } from '@/lib/answers/report/outcome/scenario-outcome';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { formatInteger } from '@/lib/engine/base/format';
import { costOf, leastOf, printFigures, type Cost } from '../measure';

const columns = matrixColumns(policies);

/** Every cell as the page's worker computes it, without the page. */
const inWorker = (): Promise<Cost> =>
  costOf(
    () =>
      new Promise<void>((resolve) => {
        const server = new OutcomeServer({
          post: (reply) => {
            if (reply.kind === 'end') resolve();
          },
          pause: () => new Promise((next) => setImmediate(next)),
          now: () => performance.now(),
        });
        server.receive({
          kind: 'run',
          run: 0,
          scenarios: scenarioCatalogue.map(({ id }) => id),
          columns: columns.map(({ key, policy, settings }) => ({ key, policy, settings })),
          sparks: false,
          prices: null,
        });
      }),
  );

/** Every cell for itself: its settings read and its chart made, as a scenario alone has them. */
const oneByOne = (): Promise<Cost> =>
  costOf(() => {
    for (const { session, name } of scenarioCatalogue) {
      const prepared = prepareScenario(session, name);
      for (const { policy: id, settings } of columns) {
        const policy = findPolicy(id);
        if (policy) scenarioOutcome(prepared, policy, settings);
      }
    }
  });

/** Prints how long the matrix of all scenarios and all columns takes. */
export async function benchMatrix(): Promise<void> {
  // The first of each is cold, as a page that opens is.
  const cold = await inWorker();
  const worker: Cost[] = [];
  const alone: Cost[] = [];
  for (let round = 0; round < 3; round++) {
    worker.push(await inWorker());
    alone.push(await oneByOne());
  }
  const base = leastOf(alone).wallMs;
  const line = (name: string, { wallMs }: Cost) => ({
    name,
    value: `${formatInteger(Math.round(wallMs))} ms`,
    ratio: `${(wallMs / base).toFixed(2)} × cells one by one`,
  });
  const cells = formatInteger(scenarioCatalogue.length * columns.length);
  printFigures(
    `matrix: ${scenarioCatalogue.length} scenarios × ${columns.length} columns, ${cells} cells`,
    [
      line('cells one by one', leastOf(alone)),
      line('in the worker, cold', cold),
      line('in the worker', leastOf(worker)),
    ],
  );
}
