import { de } from './de.ts'
import { en, type Texts } from './en.ts'

/** Every language that the stream is written in. */
export const languages: Readonly<Record<string, Texts>> = { en, de }
