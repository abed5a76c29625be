import { configDe } from '../texts/config-de.ts'
import { type ConfigTextName, type ConfigTexts, configEn } from '../texts/config-en.ts'
import type { StreamState } from '../thread/state.ts'

export type SettingText = ConfigTextName

/** The texts in the language of a page: those of the operator, else those of the release, else the English ones. */
export function settingTexts({
  lang,
  texts,
}: Pick<StreamState, 'lang' | 'texts'>): (name: SettingText, values?: Readonly<Record<string, string>>) => string {
  const known: ConfigTexts = texts ?? (lang.split('-', 1)[0] === 'de' ? configDe : configEn)
  return (name, values = {}) => known[name].replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
