import { heldValues, LostClaim, WHILE_HELD, type Claim } from './claims';
import type { Dialect } from '../connection/dialect';
import type { Statements, Value } from '../connection/driver';
import { storable } from '../storable-text';

/** A row written by an import. */
export interface StagedRow {
  readonly table: 'Session' | 'SessionData' | 'StepBlob' | 'TextBlob' | 'Note';
  readonly values: Readonly<Record<string, Value | undefined>>;
}

/**
 * Stores a row if the claim is valid, and keeps it valid until the row is stored.
 * @throws LostClaim once another process took the import over.
 */
export async function insertStaged(
  statements: Statements,
  { forShare }: Dialect,
  claim: Claim,
  { table, values }: StagedRow,
): Promise<void> {
  const known = Object.entries(values).filter(
    (entry): entry is [string, Value] => entry[1] !== undefined,
  );
  const stored = await statements.execute(
    `INSERT INTO "${table}" (${known.map(([name]) => `"${name}"`).join(', ')})
     SELECT ${known.map(() => '?').join(', ')} FROM "Import" WHERE ${WHILE_HELD} ${forShare}`,
    [
      ...known.map(([, value]) => (typeof value === 'string' ? storable(value) : value)),
      ...heldValues(claim),
    ],
  );
  if (stored === 0) throw new LostClaim(claim.id);
}
