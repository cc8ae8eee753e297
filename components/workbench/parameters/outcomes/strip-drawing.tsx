import { useId } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import type { StripBlock, StripParts } from './strip-parts';

/** Height of the blocks and of the ticks below them, in pixels. */
const BLOCK = 16;
const TICK = 4;
/** Least width of a block with its label; a digit takes so much more. */
const LABELLED = 16;
const DIGIT = 7;

interface BlockSpan {
  readonly x: number;
  readonly width: number;
}

/**
 * Plateaus as blocks: number and shade are the compactions, red and hatched overflows, ↻ is a loop. What
 * is narrower than a pixel is a mark; a tick is a decision that moves to another step.
 */
export function StripDrawing({
  parts,
  width,
  standing = null,
  cursor = null,
}: {
  readonly parts: StripParts;
  readonly width: number;
  /** The plateau that the value stands on, and the piece that the keys are on. */
  readonly standing?: BlockSpan | null;
  readonly cursor?: BlockSpan | null;
}) {
  const hatch = useId();
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={BLOCK + TICK + 2}
      className="block overflow-visible"
    >
      <defs>
        <pattern
          id={hatch}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line
            x1={0}
            y1={0}
            x2={0}
            y2={5}
            stroke="var(--overflow)"
            strokeWidth={1.4}
            opacity={0.5}
          />
        </pattern>
      </defs>
      {parts.blocks.map((block) => (
        <Block key={block.x} block={block} hatch={hatch} />
      ))}
      {parts.marks.map(({ x, overflows }) => (
        <line
          key={x}
          data-mark=""
          x1={x + 0.5}
          x2={x + 0.5}
          y1={0}
          y2={BLOCK}
          stroke={overflows ? 'var(--overflow)' : 'var(--compaction)'}
        />
      ))}
      <path
        d={parts.ticks.map((x) => `M${x + 0.5} ${BLOCK + 1}v${TICK}`).join('')}
        stroke="var(--ink3)"
        strokeOpacity={0.6}
      />
      {standing === null ? null : <Outline place={standing} colour="var(--accent)" />}
      {cursor === null ? null : <Outline place={cursor} colour="var(--ink)" />}
    </svg>
  );
}

function Outline({ place, colour }: { readonly place: BlockSpan; readonly colour: string }) {
  return (
    <rect
      x={place.x}
      y={0.75}
      width={place.width}
      height={BLOCK - 1.5}
      fill="none"
      stroke={colour}
      strokeWidth={1.5}
    />
  );
}

function Block({ block, hatch }: { readonly block: StripBlock; readonly hatch: string }) {
  const { plateau, x, width, shade } = block;
  const over = plateau.overflows > 0;
  const count = formatInteger(plateau.compactions);
  const label = `${over ? '▲' : ''}${plateau.loop ? '↻' : ''}${over && plateau.compactions === 0 ? '' : count}`;
  const share = Math.round((0.06 + 0.4 * shade) * 100);
  const fill = over
    ? 'color-mix(in srgb, var(--overflow) 14%, var(--panel))'
    : `color-mix(in srgb, var(--compaction) ${share}%, var(--panel))`;
  return (
    <g data-block={label}>
      <rect x={x} width={Math.max(1, width - 0.5)} height={BLOCK} fill={fill} />
      {over ? (
        <rect x={x} width={Math.max(1, width - 0.5)} height={BLOCK} fill={`url(#${hatch})`} />
      ) : null}
      {width >= LABELLED + DIGIT * (label.length - 1) ? (
        <text
          x={x + width / 2}
          y={BLOCK - 4}
          textAnchor="middle"
          className="text-xs"
          fill="var(--ink)"
          stroke={over ? 'var(--panel)' : 'none'}
          strokeWidth={over ? 2.5 : 0}
          paintOrder="stroke"
        >
          {label}
        </text>
      ) : null}
    </g>
  );
}
