import { Avatar } from '@platform/stream'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { answerPage, type PageContext } from '../route.ts'
import { pagePath, readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

/** `GET /account/avatar`: the user's picture, with the form to remove it. */
export async function showAvatar(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/avatar')
  if (!user) return
  const site = await readSite(ctx)
  if (site.picture === null) return seeOther(ctx, pagePath(ctx, '/account'))
  const { texts } = site
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title={texts.text('avatar')}
      action="/account/avatar"
      submit={texts.text('removeAvatar')}
      grave
      problem={null}
      fields={[]}
      lead={texts.text('avatarLead')}
      before={
        <p class="own-avatar">
          <Avatar name={user.username} picture={site.picture} />
        </p>
      }
      otherwise={<ToAccount site={site} />}
    >
      {null}
    </AccountPage>,
  )
}

/** `POST /account/avatar`: removes the user's picture. */
export async function removeAvatar(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, '/account/avatar')
  if (!user) return
  await ctx.state.context.services.avatars.remove(user, user.id)
  seeOther(ctx, pagePath(ctx, '/account', { done: 'avatar' }))
}
