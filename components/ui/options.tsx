import { withoutControls } from '@/lib/engine/base/text/bidi';

/** Values of a select and their names. */
export type OptionPairs = readonly (readonly [value: string, text: string])[];

/** The options of a select. */
export const Options = ({ of }: { readonly of: OptionPairs }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {withoutControls(text)}
    </option>
  ));
