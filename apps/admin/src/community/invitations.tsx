import { useAdmin } from '../app/context.ts'
import { Invitations } from '../documents/generated.ts'
import type { ListedInvitationFragment } from '../documents/types.ts'
import { PageList } from '../kit/page-list.tsx'
import { usePages } from '../kit/use-pages.ts'
import { InvitationRow } from './invitation-row.tsx'
import { InviteForm } from './invite-form.tsx'

/** Invites somebody, and shows the invitations that wait. */
export function InvitationsView() {
  const { texts } = useAdmin()
  const pages = usePages(Invitations, {}, ({ invitations }) => invitations)
  /** An invitation that is made again takes the place of the one before. */
  const put = (invitation: ListedInvitationFragment) =>
    pages.change(nodes =>
      nodes.some(({ id }) => id === invitation.id)
        ? nodes.map(each => (each.id === invitation.id ? invitation : each))
        : [invitation, ...nodes],
    )
  return (
    <section aria-label={texts.text('invitations')}>
      <InviteForm onInvited={put} />
      <PageList pages={pages} label={texts.text('invitations')} empty={texts.text('noInvitation')}>
        {invitation => <InvitationRow invitation={invitation} onInvited={put} />}
      </PageList>
    </section>
  )
}
