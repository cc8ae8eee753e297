import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import type { Expectation } from './schema';

const number = (value: number): string =>
  Number.isInteger(value) ? formatInteger(value) : String(value);

/** "at most 4 compactions per 100 steps": an expectation in words, without its session. */
export function expectationWords(one: Expectation): string {
  switch (one.expect) {
    case 'fires':
      return `fires at step ${formatInteger(one.step)}`;
    case 'compactions':
      return `at most ${counted(one.most, 'compaction')}`;
    case 'compactions per 100 steps':
      return `at most ${number(one.most)} ${one.most === 1 ? 'compaction' : 'compactions'} per 100 steps`;
    case 'recommendation': {
      const settings = Object.entries(one.settings).map(
        ([key, value]) => `${key} ${number(value)}`,
      );
      return `recommendation ${settings.join(', ')} within ± ${formatPercent(one.within)}`;
    }
    default:
      return one.expect;
  }
}
