import { Slot } from '@platform/client-sdk'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { moreReports } from '../app/reports.ts'
import type { ModerationSite } from './site.ts'

const STAFF = ['ADMIN', 'MODERATOR', 'STAFF']

/** What a moderator sees of a comment at a glance: that it waits, who flagged it, and how reliable its author is. */
export function Labels({ comment, site }: { readonly comment: AdminComment; readonly site: ModerationSite }) {
  const { texts } = useAdmin()
  const flags = (comment.actions ?? []).flatMap(action => (action?.__typename === 'FlagAction' ? [action] : []))
  const isByStaff = (flag: (typeof flags)[number]) => STAFF.includes(flag.user?.role ?? '')
  const byStaff = flags.filter(isByStaff).length
  const byUsers = flags.filter(flag => flag.user && !isByStaff(flag)).length
  const more = moreReports(comment)
  const found = (reason: string) => flags.some(flag => flag.user === null && flag.reason === reason)
  return (
    <div class="labels">
      {comment.hasParent && (
        <span class="label">
          {comment.parent?.user ? texts.text('replyTo', { name: comment.parent.user.username }) : texts.text('reply')}
        </span>
      )}
      {comment.status === 'PREMOD' && <span class="label held">{texts.text('premodLabel')}</span>}
      {comment.status === 'SYSTEM_WITHHELD' && <span class="label held">{texts.text('statusWithheld')}</span>}
      {byUsers > 0 && <span class="label flagged">{texts.counted('flagsByUsers', byUsers)}</span>}
      {byStaff > 0 && <span class="label flagged">{texts.counted('flagsByStaff', byStaff)}</span>}
      {more && <span class="label">{texts.text('newestReports', { ...more })}</span>}
      {found('BANNED_WORD') && <span class="label flagged">{texts.text('bannedWord')}</span>}
      {found('SUSPECT_WORD') && <span class="label flagged">{texts.text('suspectWord')}</span>}
      {found('LINKS') && <span class="label">{texts.text('hasLinks')}</span>}
      {found('REPEATED') && <span class="label">{texts.text('isRepeated')}</span>}
      {comment.editing?.edited && <span class="label">{texts.text('edited')}</span>}
      {(comment.tags ?? []).map(({ tag }) => (
        <span key={tag.name} class="label tag">
          {tag.name}
        </span>
      ))}
      <Karma reliable={comment.user?.reliable ?? null} thresholds={site.karmaThresholds} />
      {comment.asset && (
        <Slot name="adminCommentLabels" props={{ comment, asset: comment.asset, root: {} }} as="span" />
      )}
    </div>
  )
}

interface KarmaProps {
  readonly reliable: NonNullable<AdminComment['user']>['reliable']
  readonly thresholds: ModerationSite['karmaThresholds']
}

/** The karma of an author, where it says something; its thresholds as a hint. */
export function Karma({ reliable, thresholds }: KarmaProps) {
  const { texts } = useAdmin()
  if (!reliable || reliable.commenter === null) return null
  const bounds = thresholds?.comment
  return (
    <span
      class={`label ${reliable.commenter ? 'reliable' : 'flagged'}`}
      title={bounds && texts.text('karmaBounds', { reliable: bounds.reliable, unreliable: bounds.unreliable })}
    >
      {texts.text(reliable.commenter ? 'karmaReliable' : 'karmaUnreliable', { karma: reliable.commenterKarma })}
    </span>
  )
}
