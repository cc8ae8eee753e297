import type { SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { ImportContext } from '../../importer';
import type { NoticeList } from '@/lib/engine/session/notice-list';
import { branchOf } from '../../mechanisms/session-facts';
import { PiAssembler, type ReadPi } from './assemble';
import type { PiHeader } from './header';
import { piNode, piPaths, type PiPath } from './tree';

/** Most entries that abandoned branches may share with the main path, per file. */
const MOST_SHARED = 5_000_000;

const ABANDONED = { name: 'abandoned branch', lane: 'branch' };

/** Hands over the sessions of a read file: the path to its newest line, then the abandoned ones. */
export class PiSessions {
  readonly #used: Uint8Array;

  constructor(
    private readonly context: ImportContext,
    private readonly trace: ReadPi,
    private readonly header: PiHeader,
    private readonly notices: NoticeList,
  ) {
    this.#used = new Uint8Array(trace.tree.length);
  }

  /** The sessions; null between pieces of work. */
  *drafts(): Generator<SessionDraft | null, void, void> {
    const paths: PiPath[] = [];
    for (const path of piPaths(this.trace.tree)) {
      paths.push(path);
      yield null;
    }
    const [main, ...branches] = paths;
    if (main) {
      yield yield* this.#session(main, 0);
      yield* this.#branches(branches.reverse());
    }
    this.#countLines();
  }

  *#branches(branches: readonly PiPath[]): Generator<SessionDraft | null, void, void> {
    let shared = 0;
    for (const [i, path] of branches.entries()) {
      if (shared > MOST_SHARED) {
        const left = branches.length - i;
        return this.context.receipt.remark(`${left} abandoned branches were left out.`);
      }
      shared += path.own;
      yield yield* this.#session(path, i + 1);
    }
  }

  *#session(path: PiPath, branch: number): Generator<null, SessionDraft, void> {
    for (const node of path.nodes) this.#used[node] = 1;
    const own = this.#info();
    const info = branch > 0 ? branchOf(own, ABANDONED, branch) : own;
    const assembler = new PiAssembler(this.trace, path, info);
    return yield* assembler.build((builder) => {
      if (branch > 0) return;
      this.notices.giveTo(builder);
      const copies = this.header.copiedNotice();
      if (copies !== null) builder.notice('copied-history', copies);
    });
  }

  /** Counts the lines; those outside every request were counted when read. */
  #countLines(): void {
    const { receipt } = this.context;
    const { tree } = this.trace;
    for (let node = 0; node < tree.length; node++) {
      if (tree.kind.at(node) === piNode.link) continue;
      if (this.#used[node] === 1) receipt.keep();
      else receipt.drop('abandoned before a model call', tree.line.at(node));
    }
  }

  #info(): SessionInfo {
    const { file } = this.context;
    const { id, title, project, version: agentVersion, parent } = this.header;
    return {
      name: title ?? 'pi session',
      project,
      source: { format: 'pi', file, agent: 'pi', agentVersion, sessionId: id ?? file, parent },
    };
  }
}
