import { de } from './de.ts'
import { type AdminTexts, en } from './en.ts'

/** Every language that the panel is written in. */
export const languages: Readonly<Record<string, AdminTexts>> = { en, de }
