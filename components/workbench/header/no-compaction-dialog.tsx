'use client';

import { Dialog } from '@/components/ui/dialog';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { LibraryFitPart } from './library-fit-part';

/** What is known of a session without a recorded compaction, and its threshold from other sessions. */
export function NoCompactionDialog(props: {
  readonly said: string;
  readonly onUse: (observed: number) => void;
  readonly onClose: () => void;
}) {
  const { said, onUse, onClose } = props;
  return (
    <Dialog
      onClose={onClose}
      title="No recorded compaction"
      description={<ForeignText text={said} />}
    >
      <LibraryFitPart onUse={onUse} />
    </Dialog>
  );
}
