import { languages, SORTS, type SortName } from '@platform/stream'
import { languageOf } from '../../http/language.ts'
import { type PageContext, queryText } from '../route.ts'
import type { StreamRequest } from './read-state.ts'

/** The part of a discussion that the query string of a page names. */
export function streamRequest(
  ctx: PageContext,
  page: Pick<StreamRequest, 'place' | 'back'> & Partial<Pick<StreamRequest, 'focus' | 'refused'>>,
): StreamRequest {
  const [sort, lang, focus, held] = ['sort', 'lang', 'comment', 'held'].map(name => queryText(ctx, name))
  return {
    lang: lang && lang in languages ? lang : languageOf(ctx, Object.keys(languages)),
    sort: sort && sort in SORTS ? (sort as SortName) : 'newest',
    tag: queryText(ctx, 'tag'),
    after: queryText(ctx, 'after'),
    focus: focus ? { id: focus, alone: false } : null,
    notice: held === 'waits' ? 'held' : held === 'rejected' ? 'rejected' : null,
    ...page,
  }
}
