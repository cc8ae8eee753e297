'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/engine/base/format';
import { Leaving, NAMES, NamesTick, notesItem, NotesTick } from './leaving';
import { useQuestion, useReport } from './use-report';

/** The report as one HTML file, and as Markdown for an issue. */
export function ReportPart() {
  const [texts, setTexts] = useState(false);
  const [noted, setNoted] = useState(false);
  const { save, copy, said, busy } = useReport();
  const { step, notes } = useQuestion();
  const options = { texts, sessionNotes: noted };
  const leaves = [
    `why step ${formatInteger(step)} was decided as it was, with its ledger`,
    'verdict, chart, findings, settings and their differences, totals, cost',
    'format, models, version numbers, counts of tokens',
    ...(texts ? [NAMES] : []),
    ...(noted ? notesItem(notes) : []),
  ];
  const stays = [
    'every text of the recording',
    ...(texts ? [] : [NAMES]),
    ...(noted ? [] : notesItem(notes)),
    'notices, usage records',
  ];
  return (
    <div className="grid gap-4">
      <p>
        One HTML file that opens from a disk: no network, no script. Markdown for an issue says the
        same without the picture.
      </p>
      <NamesTick checked={texts} onChange={setTexts} />
      <NotesTick notes={notes} checked={noted} onChange={setNoted} />
      <Leaving leaves={leaves} stays={stays} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={busy} onClick={() => save('html', options)}>
          Download HTML
        </Button>
        <Button disabled={busy} onClick={() => copy('markdown', options)}>
          Copy Markdown
        </Button>
        <Button disabled={busy} onClick={() => save('markdown', options)}>
          Download Markdown
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
