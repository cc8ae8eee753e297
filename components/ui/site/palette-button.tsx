'use client';

import { Search } from 'lucide-react';
import { Button } from '../button';
import { Kbd } from '../kbd';
import { Tooltip } from '../tooltip';
import { openPalette } from './palette-door';

/** Opens the palette, for whoever has no keyboard or does not know its keys; `wide` looks like a search. */
export function PaletteButton({ wide = false }: { readonly wide?: boolean }) {
  return (
    <Tooltip text="Find an action, page, session or step: Ctrl+K or ⌘K">
      {wide ? (
        <Button
          aria-label="Command palette"
          onClick={openPalette}
          className="text-ink3 lg:w-56 max-lg:w-7 max-lg:justify-center max-lg:px-0"
        >
          <Search size={14} aria-hidden="true" />
          <span className="max-lg:hidden">Find a session or setting</span>
          <span className="ml-auto max-lg:hidden">
            <Kbd>⌘K</Kbd>
          </span>
        </Button>
      ) : (
        <Button variant="quiet" size="icon" aria-label="Command palette" onClick={openPalette}>
          <Search size={15} aria-hidden="true" />
        </Button>
      )}
    </Tooltip>
  );
}
