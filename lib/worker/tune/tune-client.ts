import { proxy } from 'comlink';
import { untilAborted, WorkerHandle } from '../worker-handle';
import type { ComputedFigures, FigureProgress, FigureTask } from './tune-figures';
import type { SweepEnd, SweepListener, SweepTask } from './tune-sweep';
import type { Tuner } from './tuner';

/** A page's end of one worker for tuning. */
export class TuneClient extends WorkerHandle<Tuner> {
  /** Sweeps; nothing is told after an abort. */
  sweep(
    task: SweepTask,
    { onProgress, onCovered, onAnswered }: SweepListener,
    signal: AbortSignal,
  ): Promise<SweepEnd> {
    const listener: SweepListener = {
      onProgress: untilAborted(signal, onProgress),
      onCovered: untilAborted(signal, onCovered),
      onAnswered: untilAborted(signal, onAnswered),
    };
    return this.call((tuner) => tuner.sweep(task, proxy(listener), signal));
  }

  /** Figures of the latest sweep's sessions; no progress follows an abort. */
  figures(
    task: FigureTask,
    onProgress: FigureProgress,
    signal: AbortSignal,
  ): Promise<ComputedFigures> {
    return this.call((tuner) =>
      tuner.figures(task, proxy(untilAborted(signal, onProgress)), signal),
    );
  }
}

/** The page's only worker for tuning, which starts with the first call. */
export const tuneClient = new TuneClient(
  () => new Worker(new URL('./tune-worker.ts', import.meta.url), { type: 'module' }),
);
