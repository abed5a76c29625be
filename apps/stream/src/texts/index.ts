import { configDe } from './config-de.ts'
import { type ConfigTexts, configEn } from './config-en.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { profileDe } from './profile-de.ts'
import { type ProfileTexts, profileEn } from './profile-en.ts'

/** All texts of the stream, with those that a browser loads later. */
export type AllTexts = Texts & ProfileTexts & ConfigTexts

/** Every language that the stream is written in. */
export const languages: Readonly<Record<string, AllTexts>> = {
  en: { ...en, ...profileEn, ...configEn },
  de: { ...de, ...profileDe, ...configDe },
}
