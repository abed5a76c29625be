import { languageOf } from '../../http/language.ts'
import type { RequestContext } from '../../request/state.ts'
import { queryText } from '../route.ts'
import type { Language, Languages } from './languages.ts'

/** The language of the answer to a request, and whether the address of the request names it. */
export interface ChosenLanguage extends Language {
  /** The tag, when `?lang=` names it, so that links go on naming it; else `null`. */
  readonly named: string | null
}

/** The language that the address names, else the one that the browser prefers, else the default one. */
export function chosenLanguage(ctx: RequestContext, { languages }: { readonly languages: Languages }): ChosenLanguage {
  const named = languages.find(queryText(ctx, 'lang'))
  return { ...languages.of(named ?? languageOf(ctx, languages.offered)), named }
}
