import { formatInteger } from '@/lib/base/format';
import { useRecall } from './use-recall';

/** "last named at 142", "never named"; empty while it is not known, or cannot be. */
export function useLastNamed(): (entry: number) => string {
  const last = useRecall().recall?.lastNeeded;
  return (entry) => {
    const step = last?.[entry];
    if (step === undefined) return '';
    return step < 0 ? 'never named' : `last named at ${formatInteger(step)}`;
  };
}
