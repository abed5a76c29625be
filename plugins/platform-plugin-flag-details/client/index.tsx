import { defineClientPlugin, later, type SlotComment, type SlotProps } from '@platform/client-sdk'
import type { Flag } from './flag.ts'

const fragment = `fragment FlagDetails on Comment {
  action_summaries { __typename count }
  actions { __typename id user { id username } ... on FlagAction { reason message } }
}`

// Readers load this module, too, so it has nothing of what moderators see.
const Reasons = later(async () => (await import('./reasons.tsx')).Reasons)
const Reporters = later(async () => (await import('./reporters.tsx')).Reporters)

/** The comment, with what the fragment asks for. */
type Reported = SlotComment & {
  readonly action_summaries?: readonly ({ readonly __typename: string; readonly count: number } | null)[] | null
  readonly actions?: readonly ((Partial<Flag> & { readonly __typename: string }) | null)[] | null
}

/** The reports about a comment. */
const flagsOf = ({ actions }: Reported): readonly Flag[] =>
  (actions ?? []).flatMap(action => (action?.__typename === 'FlagAction' ? [action as Flag] : []))

/** How many reports there are: the server sends the newest. */
const countOf = ({ action_summaries: summaries }: Reported): number =>
  (summaries ?? []).reduce((sum, each) => (each?.__typename === 'FlagActionSummary' ? sum + each.count : sum), 0)

/** What the server reported itself has no words. */
const byUsers = (comment: Reported) => flagsOf(comment).filter(({ user }) => user)

export default defineClientPlugin({
  slots: {
    adminCommentDetailArea: {
      component: (props: SlotProps['adminCommentDetailArea']) => (
        <Reasons {...props} flags={flagsOf(props.comment)} count={countOf(props.comment)} />
      ),
      fragments: { comment: fragment },
      isExcluded: ({ comment }) => flagsOf(comment).length === 0,
    },
    adminCommentMoreFlagDetails: {
      component: ({ comment }: SlotProps['adminCommentMoreFlagDetails']) => <Reporters flags={byUsers(comment)} />,
      isExcluded: ({ comment }) => byUsers(comment).length === 0,
    },
  },
  draws: ['adminCommentMoreFlagDetails'],
})
