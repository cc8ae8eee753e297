'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { counted } from '@/lib/base/format';
import { Leaving, NAMES, NamesTick } from './leaving';
import { useQuestion, useReport } from './use-report';

/** Every step of the replay, for a spreadsheet or a program. */
export function RowsPart() {
  const [texts, setTexts] = useState(false);
  const { save, said, busy } = useReport();
  const { last } = useQuestion();
  const leaves = [
    `the operands, decision and request of ${counted(last + 1, 'step')}, recorded or projected`,
    'a first line: engine, policy, settings, faults, unit, first projected step',
    ...(texts ? ['names of the session and its lane; labels of the steps'] : []),
  ];
  return (
    <div className="grid gap-4">
      <p>
        The first line of the CSV begins with #; that of the NDJSON is an object without a step.
      </p>
      <NamesTick checked={texts} onChange={setTexts} />
      <Leaving leaves={leaves} stays={['every text of the recording', ...(texts ? [] : [NAMES])]} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={busy} onClick={() => save('csv', { texts })}>
          Download CSV
        </Button>
        <Button disabled={busy} onClick={() => save('ndjson', { texts })}>
          Download NDJSON
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
