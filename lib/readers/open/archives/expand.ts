import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { isPacked, tooDeep } from '../find-content';
import { type Member, type MemberSet, type PassedOver, type RefusedMember } from './members';
import { openInput } from '../open-trace';
import { asFileFault, asImportError, Cancelled } from '../trace-file';
import type { TraceBytes } from '../trace-bytes';
import { unpack, type Unpacked } from './unpack';
import type { UnpackBudget } from './unpack-budget';

/** A member unpacked to disk. */
interface ExpandedMember {
  /** Its path in the archive; in a nested archive that archive's path comes first. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Results of all members of an archive. */
export interface Expansion {
  readonly members: readonly ExpandedMember[];
  readonly refused: readonly RefusedMember[];
  readonly passedOver: readonly PassedOver[];
}

/** Folder, limits and callbacks for unpacking an archive. */
interface ExpandOptions {
  /** Target folder; files are named by numbers. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** The budget of the upload that the archive is. */
  readonly budget: UnpackBudget;
  /** Called after every member with the finished share, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Unpacks the members of an archive and of nested archives into a folder. Refuses a member that
 * cannot be unpacked and continues; the budget holds for all members together.
 */
export async function expand(
  set: MemberSet,
  options: ExpandOptions,
): Promise<Result<Expansion, ImportError>> {
  try {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const work = new ExpandWork(options);
    const beyond = await work.all(set, '', 1);
    return beyond === null ? ok(work.expansion) : err(beyond);
  } catch (error) {
    return err(asImportError(error));
  }
}

/** Least bytes of a member that is tried: an empty object or list holds no record. */
const LEAST_BYTES = 3;

class ExpandWork {
  readonly #options: ExpandOptions;
  readonly #members: ExpandedMember[] = [];
  readonly #refused: RefusedMember[] = [];
  readonly #passedOver: PassedOver[] = [];
  #files = 0;

  constructor(options: ExpandOptions) {
    this.#options = options;
  }

  get expansion(): Expansion {
    return { members: this.#members, refused: this.#refused, passedOver: this.#passedOver };
  }

  /** Unpacks a set of members; returns the error of an exceeded cap. */
  async all(set: MemberSet, prefix: string, depth: number): Promise<ImportError | null> {
    this.#refused.push(...set.refused.map((one) => ({ ...one, name: prefix + one.name })));
    this.#passedOver.push(...set.passedOver.map((one) => ({ ...one, name: prefix + one.name })));
    for (const [i, member] of set.members.entries()) {
      if (this.#options.signal?.aborted === true) throw new Cancelled();
      const beyond = await this.#take(member, prefix, depth);
      if (beyond !== null) return beyond;
      if (depth === 1) this.#options.onProgress?.((i + 1) / set.members.length);
    }
    return null;
  }

  async #take(member: Member, prefix: string, depth: number): Promise<ImportError | null> {
    const name = prefix + member.name;
    if (member.bytes < LEAST_BYTES) {
      const reason = member.bytes === 0 ? 'an empty file' : 'too short to be a trace';
      this.#passedOver.push({ name, reason });
      return null;
    }
    const path = join(this.#options.folder, String(++this.#files));
    try {
      const content = await member.open();
      try {
        const packed = isPacked(await content.head(512));
        const unpacked = await place(member, content, path, this.#options.signal);
        if (packed) return await this.#nested({ name, path, ...unpacked }, depth);
        this.#members.push({ name, path, ...unpacked });
      } finally {
        await content.close();
      }
    } catch (error) {
      await rm(path, { force: true });
      if (error instanceof Cancelled) throw error;
      const fault = asFileFault(error);
      // No fault of the member: the whole archive is tried again later.
      if (fault.code === 'storage') throw error;
      this.#refused.push({ name, bytes: member.bytes, error: fault });
    }
    return this.#options.budget.fault;
  }

  /** Members of a nested archive; a compressed file or a trace of several files is one member. */
  async #nested(member: ExpandedMember, depth: number): Promise<ImportError | null> {
    const { signal, budget } = this.#options;
    const scratch = `${member.path}.nested`;
    const opened = await openInput(member.path, { signal, scratch, budget });
    if (!opened.ok || opened.value.kind === 'trace') {
      if (opened.ok && opened.value.kind === 'trace') await opened.value.trace.close();
      this.#members.push(member);
      return budget.fault;
    }
    const { set, close } = opened.value.members;
    try {
      if (depth < budget.caps.depth) return await this.all(set, `${member.name}/`, depth + 1);
      const error = tooDeep(budget.caps.depth);
      this.#refused.push({ name: member.name, bytes: member.bytes, error });
      return null;
    } finally {
      await close();
      await rm(member.path, { force: true });
    }
  }
}

/** Writes a member's content to its place; moves a file that was already unpacked. */
async function place(
  { path: from, bytes, sha256 }: Member,
  content: TraceBytes,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Unpacked> {
  if (from === null || sha256 === null) return unpack(path, content.chunks(signal));
  await rename(from, path);
  return { bytes, sha256 };
}
