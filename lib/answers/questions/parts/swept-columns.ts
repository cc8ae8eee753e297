/** The columns of a sweep: policies with what is fixed of them, and the values of their axes. */
import { settingFields } from '@/lib/engine/policy/fields';
import {
  chooseSettings,
  type GivenSettings,
  type PolicyChoice,
} from '@/lib/policies/policy-choice';
import { axisValues, type NamedRange } from '@/lib/tuning/sweep/axis-values';
import type { SweepColumn } from '@/lib/tuning/sweep/plan';
import { QuestionError } from '../../model/question';
import { unlessNone } from './swept-corpus';

/** What is swept of each policy. */
interface AskedColumns {
  readonly settings: GivenSettings;
  readonly vary: readonly NamedRange[];
  readonly sample?: number | undefined;
  readonly seed: number;
}

/** A column for each policy. @throws QuestionError */
export function columnsOf(
  choices: readonly PolicyChoice[],
  given: AskedColumns,
): readonly SweepColumn[] {
  const columns = choices.map((choice) => columnOf(choice, given));
  const known = choices.flatMap(({ policy }) => settingFields(policy).map(({ key }) => key));
  const varied = given.vary.map(({ setting }) => setting);
  const unknown = [...Object.keys(given.settings), ...varied].find((key) => !known.includes(key));
  if (unknown === undefined) return columns;
  const named = columns.map(({ policy }) => policy).join(', ');
  throw new QuestionError('settings', `${named}: no setting "${unknown}".`);
}

/** The column of a policy, with the axes and settings that it has. @throws QuestionError */
function columnOf(
  choice: PolicyChoice,
  { settings, vary, sample, seed }: AskedColumns,
): SweepColumn {
  const { policy, preset } = choice;
  const keys = settingFields(policy).map(({ key }) => key);
  const own = Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)));
  const allow = (given: GivenSettings, at: string): void => {
    const chosen = chooseSettings(choice, given, {});
    if (!chosen.ok) throw new QuestionError(at, chosen.error.message);
  };
  allow(own, 'settings');
  const axes = vary
    .filter(({ setting }) => keys.includes(setting))
    .map((range) => {
      const { setting } = range;
      const values = unlessNone(() => axisValues(range), `vary.${setting}`);
      for (const value of [values[0], values.at(-1)]) {
        allow({ ...own, [setting]: value }, `vary.${setting}`);
      }
      return { setting, values };
    });
  return {
    policy: policy.id,
    settings: { ...(preset?.settings as GivenSettings | undefined), ...own },
    axes,
    sample: sample === undefined ? null : { count: sample, seed },
  };
}
