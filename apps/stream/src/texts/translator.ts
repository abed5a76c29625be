import { createTimes, createTranslator, type Times, type Translator } from '@platform/client-kit'
import type { TextName, Texts } from './en.ts'

/** The texts, numbers and times of the stream in one language. */
export interface StreamTranslator extends Translator<TextName>, Times {}

export const createStreamTranslator = (lang: string, texts: Texts): StreamTranslator => ({
  ...createTranslator(lang, texts),
  ...createTimes(lang, texts.now),
})
