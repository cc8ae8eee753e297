import type { Member } from './members';
import { TraceFault, TraceFile } from './trace-file';

/** A member that lies on the disk as a file. */
export const diskMember = (
  name: string,
  path: string,
  bytes: number,
  sha256: string | null = null,
): Member => ({
  name,
  bytes,
  path,
  sha256,
  open: async () => {
    const file = await TraceFile.open(path);
    if (!file.ok) throw new TraceFault(file.error);
    return file.value;
  },
});
