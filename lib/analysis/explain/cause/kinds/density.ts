import { formatFactor, formatFactors, formatInteger } from '@/lib/engine/base/format';
import { densityOf } from '@/lib/engine/replay/projection/density';
import { defineCause } from '../cause';
import { correctionAt, lacksUsage, wouldReach, type CauseContext } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** Beyond this ratio to each other, a default factor and a density are far apart. */
const FAR = 1.5;

/** The default factor stands in for a density that is far from it. */
export const density = defineCause({
  id: 'density',
  find(context) {
    const factor = correctionAt(context);
    if (!lacksUsage(context) || Number.isNaN(factor)) return null;
    const learnt = learntDensity(context);
    if (learnt === null) return null;
    const apart = learnt.value / factor;
    if (apart < FAR && apart > 1 / FAR) return null;
    const { missed, fires, operands, asked } = context;
    const early = fires && !wouldReach(context, asked);
    if (!missed && !early) return null;
    const weighed = Math.trunc(operands.heuristic * learnt.value);
    const [shown, assumed] = formatFactors(learnt.value, factor);
    return {
      decides: wouldReach(context, weighed) !== fires,
      reason: say`the default factor of ${assumed} stands in for a density of ${shown}, which makes ${formatInteger(operands.calibrated)} of ${formatInteger(operands.heuristic)}`,
      clause: say`Real tokens per counted one are ${shown} here${learnt.source}; the default factor is ${formatFactor(factor)}.`,
      evidence: { kind: 'setting', key: 'factor' },
      figures: { density: learnt.value, factor, weighed },
    };
  },
});

/** The session's own density, or its scenario's ratio; null where none was learnt. */
function learntDensity({ replay, step }: CauseContext) {
  const { profile, projection } = replay.session;
  const ratio = profile.steps.ratio?.[step];
  if (ratio !== undefined) return { value: ratio, source: ', as the scenario says' };
  const { value, source, groups } = densityOf(profile, projection.densities, step);
  if (source !== 'session') return null;
  return { value, source: `, learnt from ${formatInteger(groups)} steps` };
}
