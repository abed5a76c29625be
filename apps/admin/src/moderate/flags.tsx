import { Slot } from '@platform/client-sdk'
import type { AdminComment } from '../app/comments.ts'
import { type AdminTranslator, useAdmin } from '../app/context.ts'
import { Timestamp } from '../kit/timestamp.tsx'

const REASONS = {
  COMMENT_OFFENSIVE: 'flagOffensive',
  COMMENT_SPAM: 'flagSpam',
  COMMENT_OTHER: 'flagOther',
  BANNED_WORD: 'bannedWord',
  SUSPECT_WORD: 'suspectWord',
  LINKS: 'hasLinks',
  REPEATED: 'isRepeated',
} as const

/** A reason in the language of the user; one of a plugin by its name. */
function reasonText(texts: AdminTranslator, reason: string | null): string {
  if (reason === null) return texts.text('flagOther')
  return Object.hasOwn(REASONS, reason) ? texts.text(REASONS[reason as keyof typeof REASONS]) : reason
}

const flagsOf = ({ actions }: AdminComment) =>
  (actions ?? []).flatMap(action => (action?.__typename === 'FlagAction' ? [action] : []))

/** Why a comment was reported, and how often; on demand by whom, and in which words. */
export function Flags({ comment, more }: { readonly comment: AdminComment; readonly more: boolean }) {
  const { texts } = useAdmin()
  const flags = flagsOf(comment)
  if (flags.length === 0) return null
  const reasons = Map.groupBy(flags, ({ reason }) => reasonText(texts, reason))
  const { asset } = comment
  return (
    <div class="flags">
      <p>
        {texts.text('reportedFor')}{' '}
        {[...reasons].map(([reason, given]) => `${reason} (${texts.number(given.length)})`).join(', ')}
      </p>
      {more && (
        <ol>
          {flags.map(({ id, reason, message, user, created_at: time }) => (
            <li key={id}>
              {time && <Timestamp time={time} />} {user?.username ?? texts.text('automatic')}:{' '}
              {reasonText(texts, reason)}
              {message && <q dir="auto">{message}</q>}
            </li>
          ))}
        </ol>
      )}
      {more && asset && <Slot name="adminCommentMoreFlagDetails" props={{ comment, asset, root: {} }} />}
    </div>
  )
}
