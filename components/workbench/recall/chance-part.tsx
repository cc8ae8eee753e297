import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { RecallReport } from '@/lib/analysis/recall/recall-report';
import { chanceWords } from '@/lib/analysis/recall/recall-words';
import { fetchAnother } from '@/lib/host/api/queries/chance-queries';
import { useWorkbench } from '../state/use-workbench';
import { useRecall } from './use-recall';

const NONE =
  'The library has no other recorded session with texts: import one of another trace, and its names tell the chance level.';

/** What names of another session take off, and the button that has them taken off. */
export function ChancePart({ report }: { readonly report: RecallReport }) {
  const { record } = useWorkbench();
  const { against, take } = useRecall();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [said, say] = useState<string | null>(null);
  const subtract = async (): Promise<void> => {
    setAsking(true);
    try {
      const another = await fetchAnother(client, record.row.id);
      take?.(another);
      say(another === null ? NONE : null);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    setAsking(false);
  };
  return (
    <div className="mt-1" data-recall="chance">
      <p>
        {chanceWords(report)}
        {against === null ? null : (
          <>
            {' '}
            The other session is <ForeignText text={against.name} />, the longest recorded one of
            another trace.
          </>
        )}{' '}
        {against === null ? (
          <Button
            size="small"
            variant="quiet"
            disabled={take === null || asking}
            onClick={() => void subtract()}
          >
            Take off the names of another session
          </Button>
        ) : (
          <Button size="small" variant="quiet" onClick={() => take?.(null)}>
            Count all names
          </Button>
        )}
      </p>
      {said === null ? null : <p role="status">{said}</p>}
    </div>
  );
}
