import { de } from './de.ts'
import { en, type PageTexts } from './en.ts'

/** Every language that the release brings for the pages. */
export const pageTexts: Readonly<Record<string, PageTexts>> = { en, de }
