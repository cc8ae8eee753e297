import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { formatInteger } from '@/lib/engine/base/format';
import type { Whole } from '../state/use-whole';

/** Progress of the evidence of all sessions, of which the page has a sample; nothing after its end. */
export function WholeProgress(props: { readonly whole: Whole; readonly all: number }) {
  const { whole, all } = props;
  const { status, done, total, error, cancel, resume } = whole;
  if (status === 'done' || status === 'waiting') return null;
  const of = formatInteger(Math.max(total, all));
  const words = {
    running: `Coverage, ratios and P(miss) of all ${of} sessions: ${formatInteger(done)} read`,
    cancelled: `Stopped after ${formatInteger(done)} of ${of} sessions: coverage, ratios and P(miss) are of the sample.`,
    failed: `Coverage, ratios and P(miss) are of the sample. ${error ?? ''}`,
  }[status];
  return (
    <section
      aria-label="Evidence of all sessions"
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5"
    >
      <span role="status" className={status === 'failed' ? 'text-overflow' : ''}>
        {words}
      </span>
      {status === 'running' ? (
        <Progress label="Progress of all sessions" done={done} total={Math.max(total, all)} />
      ) : null}
      <Button size="small" onClick={status === 'running' ? cancel : resume}>
        {status === 'running' ? 'Cancel' : status === 'failed' ? 'Try again' : 'Start again'}
      </Button>
    </section>
  );
}
