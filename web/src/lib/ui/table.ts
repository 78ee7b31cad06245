export interface Column {
  key: string;
  label: string;
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end';
  /**
   * Where it stands where there is no room for columns, as on a phone: a row has two lines of two places there, and one
   * for a button beside them. Without a place it is left out.
   */
  phone?: 'first' | 'first-end' | 'second' | 'second-end' | 'action';
  /** For a column whose values come later than its rows, so that nothing moves when they do. */
  width?: string;
  /** The label is read aloud, not seen: a column of buttons. */
  isQuiet?: boolean;
  sortable?: boolean;
}

export interface Sort {
  key: string;
  down: boolean;
}
