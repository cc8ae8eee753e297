import type { SweepFault } from '@/lib/server/db/sweeps/sweeps';

/** The sweep cannot go on; the message says why. */
export class ShareFault extends Error {
  override readonly name = 'ShareFault';

  constructor(
    message: string,
    readonly at?: string,
  ) {
    super(message);
  }
}

/** What is stored of a fault. */
export const faultOf = ({ message, at }: ShareFault): SweepFault =>
  at === undefined ? { message } : { message, at };

/** A session of the sweep is not in the library any more. */
export const wasDeleted = ({ id, name }: NamedRow): ShareFault =>
  new ShareFault(`The session "${name}" was deleted after the sweep began.`, id);

/** A session has other numbers than when the sweep was kept. */
export const hasChanged = ({ id, name }: NamedRow): ShareFault =>
  new ShareFault(`The session "${name}" changed after the sweep began.`, id);

interface NamedRow {
  readonly id: string;
  readonly name: string;
}
