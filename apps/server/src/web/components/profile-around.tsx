import type { SlotName } from '@platform/client-sdk'
import {
  CommentText,
  createTranslator,
  type IslandName,
  languages,
  type ProfileAround,
  type StreamTexts,
} from '@platform/stream'
import type { RequestContext } from '../../request/state.ts'
import { addresses } from '../addresses.ts'
import { chosenLanguage } from '../languages/language-of.ts'
import type { Site } from '../site.ts'
import type { Islands } from './islands.tsx'
import { Timestamp } from './timestamp.tsx'

/** What the parts of a profile find around them on a page of the platform: the slots are islands there. */
export function profileAround(
  ctx: RequestContext,
  { site, islands, root }: { readonly site: Site; readonly islands: Islands; readonly root: object },
): ProfileAround {
  const { lang, stream } = chosenLanguage(ctx, ctx.state.context.services)
  const texts = stream ?? languages[lang] ?? (languages['en'] as StreamTexts)
  return {
    texts: createTranslator(lang, texts),
    target: undefined,
    discussionAddress: ({ id }) => site.path(addresses.discussion(id)),
    commentAddress: ({ id }, comment) => site.path(addresses.comment(id, comment)),
    showsWaiting: true,
    // A picture is a path of this server.
    picture: avatar => avatar,
    time: time => <Timestamp site={site} time={new Date(time)} />,
    body: text => <CommentText body={text} />,
    slot: (name: SlotName, props, { as, only, otherwise = null } = {}) =>
      islands.place(name as IslandName, props as Readonly<Record<string, unknown>>, { only, inLine: as === 'span' }) ??
      otherwise,
    slotRoot: root,
  }
}
