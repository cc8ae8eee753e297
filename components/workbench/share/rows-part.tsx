'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { counted } from '@/lib/engine/base/format';
import { Leaving, NAMES, NamesTick, notesItem, NotesTick } from './leaving';
import { useQuestion, useReport } from './use-report';

/** Every step of the replay, for a spreadsheet or a program. */
export function RowsPart() {
  const [texts, setTexts] = useState(false);
  const [noted, setNoted] = useState(false);
  const { save, said, busy } = useReport();
  const { last, notes } = useQuestion();
  const options = { texts, sessionNotes: noted };
  const leaves = [
    `the operands, decision and request of ${counted(last + 1, 'step')}, recorded or projected`,
    'a first line: engine, policy, settings, faults, unit, first projected step',
    ...(texts ? ['names of the session and its lane; labels of the steps'] : []),
    ...(noted ? notesItem(notes) : []),
  ];
  const stays = [
    'every text of the recording',
    ...(texts ? [] : [NAMES]),
    ...(noted ? [] : notesItem(notes)),
  ];
  return (
    <div className="grid gap-4">
      <p>
        The first line of the CSV begins with #; that of the NDJSON is an object without a step.
      </p>
      <NamesTick checked={texts} onChange={setTexts} />
      <NotesTick notes={notes} checked={noted} onChange={setNoted} />
      <Leaving leaves={leaves} stays={stays} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={busy} onClick={() => save('csv', options)}>
          Download CSV
        </Button>
        <Button disabled={busy} onClick={() => save('ndjson', options)}>
          Download NDJSON
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
