export interface Column {
  key: string;
  label: string;
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end';
  /** Where it stands on a phone, where a row has two lines of two places; without a place it is left out there. */
  phone?: 'first' | 'first-end' | 'second' | 'second-end';
  /** The label is read aloud, not seen: a column of buttons. */
  isQuiet?: boolean;
  sortable?: boolean;
}

export interface Sort {
  key: string;
  down: boolean;
}
