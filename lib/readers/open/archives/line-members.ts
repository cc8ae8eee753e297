import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { readHead, tooLong } from '../json/head-lines';
import { JsonLines } from '../json/json-lines';
import { LineSplitter } from '../json/line-splitter';
import { LARGE_BYTES, MAX_LINE_BYTES } from '../open-limits';
import type { TraceBytes } from '../trace-bytes';
import { asImportError, Cancelled } from '../trace-file';
import type { TraceRun } from '../trace-source';
import type { Member } from './members';

/** Most files of lines that are looked at together. */
const FEW = 8;

/** True for the name of a file of JSON lines. */
export const isLinesName = (name: string): boolean => /\.jsonl$/i.test(name);

/** A file and its first line that is JSON. */
type FirstLine = Readonly<Record<'name' | 'value', Json>>;

/**
 * The first line of each member, if all are JSONL and few; null for any other set, and if one begins
 * otherwise.
 */
export async function firstLines(members: readonly Member[]): Promise<readonly FirstLine[] | null> {
  if (members.length < 2 || members.length > FEW) return null;
  if (!members.every(({ name }) => isLinesName(name))) return null;
  const firsts: FirstLine[] = [];
  for (const member of members) {
    const head = await opened(member, (content) => readHead(content, undefined, LARGE_BYTES));
    const value = head.ok ? head.value.lines[0]?.value : undefined;
    if (value === undefined) return null;
    firsts.push({ name: member.name, value });
  }
  return firsts;
}

/** Passes each line of a member to the reader as `{name, value}`; returns their number. */
export const feedLines = (member: Member, run: TraceRun): Promise<Result<number, ImportError>> =>
  opened(member, async (content) => {
    let records = 0;
    const { name } = member;
    const json = new JsonLines({
      value: (value, line) => {
        records++;
        run.reader.record({ name, value }, `${name}:${line}`);
      },
      broken: (reason, line) => run.receipt.lose(reason, `${name}:${line}`),
    });
    const splitter = new LineSplitter(json);
    for await (const chunk of content.chunks(run.signal)) {
      splitter.push(chunk);
      if (splitter.begunBytes > MAX_LINE_BYTES) return err(tooLong(json.lines + 1));
      await run.ready();
    }
    splitter.end();
    json.end();
    return ok(records);
  });

async function opened<T>(
  member: Member,
  read: (content: TraceBytes) => Promise<Result<T, ImportError>>,
): Promise<Result<T, ImportError>> {
  try {
    const content = await member.open();
    try {
      return await read(content);
    } finally {
      await content.close();
    }
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return err(asImportError(error));
  }
}
