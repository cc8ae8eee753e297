import {
  ownFileKinds,
  type OwnFileKind,
  type OwnFileResult,
} from '@/lib/answers/report/systems/own-files';
import { compareCase, type CaseResult } from './compare-case';
import type { OwnFiles } from './own-case';

/** The cases of a system, compared: by kind, and each by itself. */
export interface ComparedFiles {
  readonly result: OwnFileResult;
  readonly cases: readonly CaseResult[];
}

/** Compares all cases of a system, one after the other. */
export async function compareFiles(own: OwnFiles): Promise<ComparedFiles> {
  const cases: CaseResult[] = [];
  for (const one of own.cases) cases.push(await compareCase(own.policy, one));
  const kinds = Object.keys(ownFileKinds).flatMap((kind): OwnFileKind[] => {
    const here = cases.filter((one) => one.kind === kind);
    const reproduced = here.filter(({ differences }) => differences.length === 0).length;
    return here.length === 0 ? [] : [{ kind, sessions: here.length, reproduced }];
  });
  const { policy, package: name, version } = own;
  return { result: { policy, package: name, version, kinds }, cases };
}

/** A case's differences in a line: "7 switch: fires at 11: 1 in the program, 0 here". */
export const differenceText = ({ seed, kind, differences }: CaseResult): string =>
  `${seed} ${kind}: ${differences
    .map(
      ({ aspect, step, program, product }) =>
        `${aspect} at ${step}: ${program} in the program, ${product} here`,
    )
    .join('; ')}`;
