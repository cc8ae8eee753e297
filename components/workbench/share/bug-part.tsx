'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveBlob } from '@/components/ui/save-file';
import { formatInteger } from '@/lib/engine/base/format';
import { LONGEST_EXPECTED } from '@/lib/api/contract/workbench/report-contract';
import { getBugReport } from '@/lib/api/report';
import { Leaving, NAMES } from './leaving';
import { useQuestion, useTold } from './use-report';

/** A wrong result for Highwater's makers: what they need to see it, and no text. */
export function BugPart() {
  const [expected, setExpected] = useState('');
  const { id, question, step } = useQuestion();
  const { said, busy, run } = useTold();
  const save = (): void =>
    run('Downloaded.', async () => {
      saveBlob(`highwater-${id}-bug.json`, await getBugReport(id, { ...question, step, expected }));
    });
  const leaves = [
    'roles, categories and byte lengths of every entry; times, models and counts of tokens',
    'policy, settings, faults, engine; every number that was computed',
    'what you expected, as you write it',
  ];
  return (
    <div className="grid gap-4">
      <label className="grid gap-1">
        <span className="font-medium">What did you expect at step {formatInteger(step)}?</span>
        <textarea
          className="min-h-16 rounded border border-line bg-bg px-2 py-1"
          value={expected}
          maxLength={LONGEST_EXPECTED}
          placeholder="It compacts, because …"
          onChange={(event) => setExpected(event.target.value)}
        />
      </label>
      <Leaving leaves={leaves} stays={['every text of the recording', NAMES]} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={busy || expected.trim() === ''} onClick={save}>
          Download bug report
        </Button>
        <span role="status">{said}</span>
      </div>
      <p className="text-sm text-ink3">
        <code>highwater bug-report --check bug.json</code> replays it, and says whether another
        engine gives the same.
      </p>
    </div>
  );
}
