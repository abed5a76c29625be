import type { LivePage } from '../acting.ts'
import { type ClientPlugin, type ClientTexts, defineClientPlugin } from '../define-client-plugin.ts'
import type { CommentChange } from '../records.ts'
import type { SlotProps } from '../slots.ts'
import { ReactionButton, type ReactionLook } from './reaction-button.tsx'
import { reactionOf } from './summaries.ts'

/** The client part of a reaction. */
export interface ReactionClientOptions {
  /** The name that `defineReaction` was given on the server: `respect`. */
  readonly name: string
  /** The shape of the icon: the path of an SVG of 24 by 24, drawn with a line. */
  readonly icon: string
  /** The texts `react` and `reacted`, for the button before and after. */
  readonly translations: ClientTexts
  /** Whether the button shows the icon only, and has its text for screen readers. */
  readonly iconOnly?: boolean
}

/**
 * Makes the client part of a reaction: a button on every comment, with the number of readers who chose it, live.
 *
 * @example
 * export default defineReactionClient({
 *   name: 'respect',
 *   icon: 'M4 12h16',
 *   translations: { en: { react: 'Respect', reacted: 'Respected' } },
 * })
 */
export function defineReactionClient({
  name,
  icon,
  translations,
  iconOnly = false,
}: ReactionClientOptions): ClientPlugin {
  const type = name[0]?.toUpperCase() + name.slice(1)
  const reaction = reactionOf(type)
  const look: ReactionLook = { name, icon, iconOnly, reaction }
  const Reaction = (props: SlotProps['commentReactions']) => <ReactionButton {...props} {...look} />
  const follow = (field: string, change: { readonly own: (id: string) => CommentChange; readonly by: number }) => ({
    document: `subscription ($asset: ID!) { ${field}(asset_id: $asset) { id item_id user { id } } }`,
    heard: (data: Readonly<Record<string, Heard | null>>, { changeComment, viewer }: LivePage) => {
      const action = data[field]
      if (!action) return
      const isOwn = viewer !== null && action.user?.id === viewer.id
      changeComment(action.item_id, isOwn ? change.own(action.id) : reaction.counted(change.by))
    },
  })
  return defineClientPlugin({
    slots: { commentReactions: Reaction },
    fragments: {
      Comment: `fragment ${type} on Comment { action_summaries { __typename count current_user { __typename id } } }`,
    },
    mutations: {
      create: {
        document: `mutation ($id: ID!) {
          create${type}Action(input: { item_id: $id }) { ${name} { id } errors { translation_key message } }
        }`,
      },
      delete: {
        document: `mutation ($id: ID!) {
          delete${type}Action(input: { id: $id }) { errors { translation_key message } }
        }`,
      },
    },
    subscriptions: {
      created: follow(`${name}ActionCreated`, { own: reaction.given, by: 1 }),
      deleted: follow(`${name}ActionDeleted`, { own: reaction.taken, by: -1 }),
    },
    translations,
  })
}

interface Heard {
  readonly id: string
  readonly item_id: string
  readonly user: { readonly id: string } | null
}
