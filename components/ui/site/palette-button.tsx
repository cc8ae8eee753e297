'use client';

import { Search } from 'lucide-react';
import { Button } from '../button';
import { Tooltip } from '../tooltip';
import { openPalette } from './palette-door';

/** Opens the palette, for whoever has no keyboard or does not know its keys. */
export function PaletteButton() {
  return (
    <Tooltip text="Find an action, page, session or step: Ctrl+K or ⌘K">
      <Button variant="quiet" size="icon" aria-label="Command palette" onClick={openPalette}>
        <Search size={15} aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
