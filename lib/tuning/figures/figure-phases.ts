/**
 * Phases of a kept sweep that compute figures, after its totals: each those that need the same beside
 * numbers, so that the key of a result holds what that result depends on, and nothing else.
 */
import { figureOf, type Figure } from './figure';
import { figureIds, type FigureId } from './figure-ids';

const needs = {
  figures: 'prices',
  recall: 'names',
} as const satisfies Readonly<Record<string, Figure['needs']>>;
export type FigurePhase = keyof typeof needs;

/** The phases in their order. */
export const figurePhases = ['figures', 'recall'] as const satisfies readonly FigurePhase[];

/** True for a phase that computes figures in place of totals. */
export const isFigurePhase = (name: string): name is FigurePhase => Object.hasOwn(needs, name);

/** All figures of a phase, asked for or not: each replay is walked once for all of them. */
export const figuresOfPhase = (phase: FigurePhase): readonly FigureId[] =>
  figureIds.filter((id) => figureOf(id).needs === needs[phase]);

/** The phases that some figures take, in their order. */
export const phasesOfFigures = (ids: readonly FigureId[]): readonly FigurePhase[] =>
  figurePhases.filter((phase) => ids.some((id) => figureOf(id).needs === needs[phase]));
