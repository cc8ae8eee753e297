/** The prediction of a replay beside what the program did, request by request. */
import { bandOf } from '@/lib/engine/replay/projection/band';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Proof } from '@/lib/answers/report/proof/proof';
import { keptAt } from '../own-files/compare-case';
import type { OwnRequest } from '../own-files/own-case';

/** What of a proof follows from the replay and the program's requests alone. */
type Compared = Pick<Proof, 'steps' | 'asked' | 'compactions' | 'projected'>;

/** Compares a what-if with the requests that the program sent under its settings. */
export function proofOf(predicted: Replay, requests: readonly OwnRequest[]): Compared {
  const { columns, marks, session } = predicted;
  const { stepCount } = session.profile;
  const { low, high } = bandOf(predicted);
  const ran = requestsByStep(requests);
  const compactions: Proof['compactions'][number][] = [];
  let asked = 0;
  const projected = { requests: 0, inside: 0 };
  for (let step = 0; step < stepCount; step++) {
    const one = ran.get(step);
    const compacts = columns.compacted[step] === 1;
    const reported = one?.tokens ?? null;
    const band = { low: Math.max(0, low[step] ?? 0), high: Math.max(0, high[step] ?? 0) };
    if (one !== undefined) asked++;
    if (reported !== null && ((marks[step] ?? 0) & mark.diverged) !== 0) {
      projected.requests++;
      if (reported >= band.low && reported <= band.high) projected.inside++;
    }
    if (!compacts && one?.compacted !== true) continue;
    compactions.push({
      ...{ step, predicted: compacts, happened: one?.compacted === true, ...band, reported },
      projected: Math.max(0, Math.trunc(columns.real[step] ?? 0)),
      kept: keptAt(predicted, step),
      sent: one?.messages ?? null,
    });
  }
  return { steps: stepCount, asked, compactions, projected };
}

/** The requests that were answered as a step was; a compaction before one that the recording lacks counts for the next. */
function requestsByStep(requests: readonly OwnRequest[]) {
  const byStep = new Map<number, OwnRequest & { readonly compacted: boolean }>();
  let compacted = false;
  for (const request of requests) {
    compacted ||= (request.compactions ?? []).length > 0;
    if (typeof request.step !== 'number') continue;
    byStep.set(request.step, { ...request, compacted });
    compacted = false;
  }
  return byStep;
}
