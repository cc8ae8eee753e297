import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { MAX_DOCUMENT_BYTES } from '../open-limits';
import { feedLines, firstLines, isLinesName } from './line-members';
import type { Member, MemberSet } from './members';
import { asImportError, Cancelled } from '../trace-file';
import type { TraceRun, TraceSource } from '../trace-source';
import { parseDocument } from '../text-trace';

/** Members searched for the first JSON one, and their largest size in bytes. */
const LOOKED_AT = 8;
const LOOKED_AT_BYTES = 32 * 1024 * 1024;

/** Files of an archive or folder as one trace. */
export async function archiveSource(set: MemberSet, bytes: number): Promise<TraceSource> {
  const names = set.members.map(({ name }) => name);
  const first = await firstJson(set.members);
  const firsts = first === null ? await firstLines(set.members) : null;
  const head = first === null ? firsts && { names, firsts } : { names, first };
  return {
    heads: head === null ? [] : [{ kind: 'archive', records: [head] }],
    unclaimed: { code: 'unrecognized', message: 'The files together are not in a known format.' },
    feed: (run) => feedMembers(set, bytes, run),
    close: () => set.close(),
  };
}

/** The first JSON member, by name and content. */
async function firstJson(
  members: readonly Member[],
): Promise<{ readonly name: string; readonly value: Json } | null> {
  const likely = members.filter(({ name, bytes }) => isJsonName(name) && bytes <= LOOKED_AT_BYTES);
  for (const member of likely.slice(0, LOOKED_AT)) {
    const value = await readJson(member, LOOKED_AT_BYTES);
    if (value.ok) return { name: member.name, value: value.value };
  }
  return null;
}

const isJsonName = (name: string): boolean => /\.json$/i.test(name);

async function readJson(
  member: Member,
  most: number,
  signal?: AbortSignal,
): Promise<Result<Json, ImportError>> {
  try {
    const content = await member.open();
    try {
      const whole = await content.whole(most, signal);
      if (whole !== null) return parseDocument(whole.toString('utf8'));
      const message = `It is larger than ${most / 1024 / 1024} MiB, the most that is parsed whole.`;
      return err({ code: 'too-large', message });
    } finally {
      await content.close();
    }
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return err(asImportError(error));
  }
}

/** Passes one member to the reader; returns the number of its records. */
async function feedMember(member: Member, run: TraceRun): Promise<number> {
  const { name } = member;
  const fed = isLinesName(name) ? await feedLines(member, run) : await feedDocument(member, run);
  if (fed.ok) return fed.value;
  run.receipt.lose(`unreadable file (${fed.error.message.replace(/\.$/, '')})`, name);
  return 1;
}

async function feedDocument(member: Member, run: TraceRun): Promise<Result<number, ImportError>> {
  const { name } = member;
  const value = await readJson(member, MAX_DOCUMENT_BYTES, run.signal);
  if (!value.ok) return value;
  run.reader.record({ name, value: value.value }, name);
  return ok(1);
}

/** Passes the JSON members to the reader in the format's order. */
async function feedMembers(
  { members, refused, passedOver }: MemberSet,
  bytes: number,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  const { receipt } = run;
  const named = new Map(members.map((member) => [member.name, member]));
  const json = members.filter(({ name }) => isJsonName(name)).map(({ name }) => name);
  const order = run.importer.memberOrder?.([...named.keys()]) ?? json;
  let records = 0;
  for (const [i, name] of order.entries()) {
    if (run.signal?.aborted === true) throw new Cancelled();
    const member = named.get(name);
    if (member === undefined) continue;
    records += await feedMember(member, run);
    run.progress(Math.floor((bytes * (i + 1)) / order.length), records);
    await run.ready();
    await setImmediate();
  }
  for (const { name, error } of refused) receipt.lose(error.message.replace(/\.$/, ''), name);
  const left = members.length - new Set(order).size + passedOver.length;
  if (left > 0) receipt.remark(`${left} other files of the archive do not belong to the format.`);
  return ok(undefined);
}
