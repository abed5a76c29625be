import { type TabLevel, tabNameOf } from '@platform/client-sdk'
import { ALL, COMMENTS, coreTabOf, FIRST_SORT, type Notice, type StreamState, sortOf } from '@platform/stream'
import { chosenLanguage } from '../languages/language-of.ts'
import { type PageContext, queryText } from '../route.ts'
import { firstTag } from './first-tab.ts'
import type { StreamRequest } from './read-state.ts'
import { sortValues } from './sort-values.ts'

/** The tag that an address names, else that of the first tab; `null` for all comments. */
function tagOf(ctx: PageContext): string | null {
  const given = queryText(ctx, 'tag')
  if (given === null) return firstTag(ctx.state.context)
  return given === ALL ? null : given
}

/** The tab of a plugin beside the list that an address names; `null` for the list of comments. */
function paneOf(ctx: PageContext): string | null {
  return tabOfPart(ctx, 'streamTabs', queryText(ctx, 'pane'))
}

/** The tab of a plugin with this name, if it opens something. */
function tabOfPart({ state: { context } }: PageContext, level: TabLevel, named: string | null): string | null {
  const { parts } = context.services.streamBuild
  const pane = level === 'streamTabs' ? 'streamTabPanes' : 'embedStreamTabPanes'
  return parts.some(each => tabNameOf(each, level) === named && each.part.slots?.[pane]) ? named : null
}

/** The tab of the stream that an address names, also one that this reader may not have. */
function tabOf(ctx: PageContext): string {
  const named = queryText(ctx, 'tab')
  return (named && coreTabOf(named)) ?? tabOfPart(ctx, 'embedStreamTabs', named) ?? COMMENTS
}

const DONE: readonly Notice[] = ['changed', 'deleted', 'reportSent', 'disagreed', 'ignored', 'unignored', 'saved']

/** What a signed-in reader has just done by a form. */
function doneOf({ state: { context } }: PageContext, done: string | null | undefined): Notice | null {
  return context.user === null ? null : (DONE.find(name => name === done) ?? null)
}

/** The part of a discussion that the query string of a page names. */
export function streamRequest(
  ctx: PageContext,
  page: Pick<StreamRequest, 'place' | 'back'> & Partial<Pick<StreamRequest, 'focus' | 'refused' | 'form'>>,
): StreamRequest {
  const [sort, focus, held, done] = ['sort', 'comment', 'held', 'done'].map(name => queryText(ctx, name))
  return {
    language: chosenLanguage(ctx, ctx.state.context.services),
    sort: sort && sortOf(sort, sortValues(ctx.state.context.services)) ? sort : FIRST_SORT,
    tag: tagOf(ctx),
    pane: paneOf(ctx),
    tab: tabOf(ctx),
    profilePart: queryText(ctx, 'profile') ?? 'comments',
    after: queryText(ctx, 'after'),
    focus: focus ? { id: focus, alone: false } : null,
    notice: held === 'waits' ? 'held' : held === 'rejected' ? 'rejected' : doneOf(ctx, done),
    ...page,
  }
}

/** A tab of the reader's own, such as the profile, is kept nowhere. */
export function keepFromCaches(ctx: PageContext, { tab, viewer }: Pick<StreamState, 'tab' | 'viewer'>): void {
  if (viewer !== null && coreTabOf(tab) !== null) ctx.set('Cache-Control', 'private, no-store')
}
