import type { Context } from 'koa'
import { languageOf } from '../../http/language.ts'
import type { RequestContext } from '../../request/state.ts'
import { queryText } from '../route.ts'
import type { Language, Languages } from './languages.ts'

/** The language of the answer to a request, and whether the address of the request names it. */
export interface ChosenLanguage extends Language {
  /** The tag, when `?lang=` names it, so that links go on naming it; else `null`. */
  readonly requested: string | null
}

interface Offering {
  readonly languages: Languages
}

/** The tag of the offered language that the address of a request names; `null` when it names none. */
export function requestedLanguage(ctx: RequestContext, { languages }: Offering): string | null {
  return languages.find(queryText(ctx, 'lang'))
}

/** The language of a tag, else the one that the browser prefers, else the default one. */
export function languageFor(ctx: Context, { languages }: Offering, requested: string | null): ChosenLanguage {
  return { ...languages.of(requested ?? languageOf(ctx, languages.offered)), requested }
}

/** The same for the tag that the address names. */
export function chosenLanguage(ctx: RequestContext, services: Offering): ChosenLanguage {
  return languageFor(ctx, services, requestedLanguage(ctx, services))
}
