import type { StepInput } from '@/lib/session/builder';
import { textOf, type Fields } from '../../mechanisms/loose-json';
import type { NoticeList } from '@/lib/session/notice-list';
import { overflowOf } from '../../mechanisms/overflow-message';
import { stepUsage } from '../../mechanisms/step-usage';

/** A model's message as a step. */
interface PiStep {
  readonly input: StepInput;
  /** Aborted by the user or ended by an error. */
  readonly failed: boolean;
}

/** Place of a model's message. */
interface StepPlace {
  readonly label: string;
  readonly at: number;
  readonly time: string | null;
}

/**
 * Reads a model's message. pi ignores the usage of an aborted or broken call, so such a count is
 * known but not reported; all zero counts as none.
 */
export function readPiStep(message: Fields, place: StepPlace, notices: NoticeList): PiStep {
  const reason = textOf(message['stopReason']);
  const failed = reason === 'aborted' || reason === 'error';
  const usage = stepUsage(notices, message['usage'], 'pi', place.at);
  const base = { model: textOf(message['model']), time: place.time, ...usage };
  if (!failed) {
    const lengthStop = reason === 'length';
    return { input: { label: place.label, lengthStop, ...base }, failed };
  }
  const refusal = reason === 'error' ? overflowOf(textOf(message['errorMessage']) ?? '') : null;
  if (refusal !== null) {
    const real = usage.real ?? refusal.real;
    const input = { ...base, real, rejected: true, limit: refusal.limit, label: place.label };
    return { input, failed };
  }
  return { input: { ...base, reported: false, label: reason }, failed };
}
