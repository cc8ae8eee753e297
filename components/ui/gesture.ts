/** The way a control's value was changed: `keys` for each press of a key that goes on with others. */
export interface ChangedBy {
  readonly by?: 'keys';
}
