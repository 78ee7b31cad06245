/** Languages that are offered; another one that is set already is kept. */
const known = ['en-US', 'en-GB', 'en-IE', 'en-AU', 'de-DE', 'de-CH', 'de-AT', 'fr-FR', 'fr-CH', 'es-ES', 'es-MX', 'it-IT', 'nl-NL', 'pt-PT', 'pt-BR', 'pl-PL', 'cs-CZ', 'da-DK', 'sv-SE', 'nb-NO', 'fi-FI', 'el-GR', 'tr-TR', 'ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'hi-IN'];

export function localeOptions(chosen: string): { value: string; label: string }[] {
  const all = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return [{ value: '', label: 'Same as browser' }, ...all.map((value) => ({ value, label: nameOf(value) }))];
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
  } catch {
    return tag; // not one that this browser knows
  }
}

export const zones: string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
