/** What one look has come to; only an error keeps the service from doing its work. */
export interface Diagnosis {
  readonly level: 'ok' | 'warning' | 'error';
  readonly about: string;
  readonly text: string;
  /** What helps; left out where all is well. */
  readonly advice?: string;
}

export const ok = (about: string, text: string): Diagnosis => ({ level: 'ok', about, text });
export const warning = (about: string, text: string, advice: string): Diagnosis => ({
  level: 'warning',
  about,
  text,
  advice,
});
export const error = (about: string, text: string, advice: string): Diagnosis => ({
  level: 'error',
  about,
  text,
  advice,
});
