import { language, languages } from '../grammar/language.ts'
import { line } from '../grammar/scalar.ts'
import { defineOptional, defineVariable } from '../variable.ts'

const topic = 'Languages'

export const languageVariables = {
  PLATFORM_DEFAULT_LANG: defineVariable({
    topic,
    type: 'language tag, such as de or pt-BR',
    default: 'en',
    schema: language,
    meaning:
      'Language of readers whose browser asks for none that is offered, and of texts that a language lacks. It must be ' +
      'one of `PLATFORM_WHITELISTED_LANGUAGES`, if those are given; else the first of them takes its place.',
  }),
  PLATFORM_WHITELISTED_LANGUAGES: defineOptional({
    topic,
    type: 'language tags joined by commas',
    schema: languages,
    meaning: 'The languages that readers are offered. Without it they are all that have texts.',
  }),
  PLATFORM_TRANSLATIONS: defineOptional({
    topic,
    type: 'path of a folder',
    schema: line(4096),
    meaning:
      'Folder with the texts of further languages, one file `<language>.json` each. Without it the folder ' +
      '`translations` beside `plugins.json`, if there is one.',
  }),
}
