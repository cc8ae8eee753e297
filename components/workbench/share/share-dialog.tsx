'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Tabs } from '@/components/ui/tabs';
import { ENGINE, VERSION } from '@/lib/engine/replay/engine';
import { BugPart } from './bug-part';
import { ChartPart } from './chart-part';
import { ReportPart } from './report-part';
import { RowsPart } from './rows-part';
import { SessionFilePart } from './session-file-part';

/** What can be shared; the dialog opens at one of them. */
export type ShareTab = 'file' | 'report' | 'chart' | 'rows' | 'bug';

/** Everything that can leave this machine, each with what is in it; numbers only unless ticked. */
export function ShareDialog(props: {
  readonly at: ShareTab;
  readonly copied: boolean;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}) {
  const { at, copied, onCopy, onClose } = props;
  const [tab, setTab] = useState(at);
  const parts = [
    { id: 'file', label: 'Session file', content: <SessionFilePart /> },
    { id: 'report', label: 'Report', content: <ReportPart /> },
    { id: 'chart', label: 'Chart', content: <ChartPart /> },
    { id: 'rows', label: 'Rows', content: <RowsPart /> },
    { id: 'bug', label: 'Bug report', content: <BugPart /> },
  ] as const;
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Share"
      description="Nothing leaves this machine until you send the file or the link."
    >
      <div className="-mx-5 -mt-3">
        <Tabs
          label="What to share"
          value={tab}
          onChange={setTab}
          items={parts.map(({ content, ...part }) => ({
            ...part,
            content: <div className="px-5 pt-4">{content}</div>,
          }))}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line2 pt-3">
        <Button onClick={onCopy}>{copied ? 'Copied' : 'Copy link'}</Button>
        <span className="min-w-0 flex-1 text-sm text-ink3">
          The link holds policy, settings and selection; it opens on this server only. Computed by
          Highwater {VERSION}, engine {ENGINE}.
        </span>
      </div>
    </Dialog>
  );
}
