import { BadUserInputError } from '@platform/plugin-sdk'
import { NextPage, OwnComments, OwnHead, Parts } from '@platform/stream'
import { renderToString } from 'preact-render-to-string'
import { seeOther } from '../../request/own-path.ts'
import { ToAccount } from '../components/account-page.tsx'
import { islandsOf } from '../components/islands.tsx'
import { profileAround } from '../components/profile-around.tsx'
import { ProfilePage } from '../components/profile-page.tsx'
import { readOwnProfile } from '../model/profile.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { pagePath, readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

/** The path of this page. */
const PATH = '/account/comments'

/**
 * `GET /account/comments`: the user's own comments, the newest first, behind the cursor `?after=`. `?part=` opens what
 * the plugin of that name shows in place of them.
 */
export async function showOwnComments(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, PATH)) return
  const { context } = ctx.state
  const after = queryText(ctx, 'after')
  const found = await readOwnProfile(context, after).catch(error => {
    if (after === null || !(error instanceof BadUserInputError)) throw error
    return null
  })
  // A cursor that was changed names no place; the list begins anew.
  if (found === null) return seeOther(ctx, pagePath(ctx, PATH))
  const { me, ...root } = found
  if (!me) throw new Error('a signed-in caller has no profile')
  const site = await readSite(ctx)
  const islands = islandsOf(ctx, site)
  const around = profileAround(ctx, { site, islands, root })
  const tabs = { before: islands.pluginsIn('profileTabsPrepend'), after: islands.pluginsIn('profileTabs') }
  const wanted = queryText(ctx, 'part') ?? ''
  const plugin = [...tabs.before, ...tabs.after].find(name => name === wanted)
  const active = plugin ?? 'comments'
  const addressOf = (part: string) =>
    part === 'settings' ? site.path('/account') : site.path(PATH, part === 'comments' ? {} : { part })
  const { nodes, hasNextPage, endCursor } = me.comments
  // It is drawn before the head, which names the files of the slots in it.
  const content = renderToString(
    <>
      <h1 id="profile-title">{around.texts.text('ownComments')}</h1>
      <OwnHead user={me} around={around} />
      <Parts around={around} tabs={tabs} active={active} addressOf={addressOf} />
      {plugin === undefined ? (
        <OwnComments comments={nodes} around={around} />
      ) : (
        around.slot('profileTabPanes', { root: around.slotRoot, active: plugin }, { only: plugin })
      )}
      {plugin === undefined && hasNextPage && endCursor !== null && (
        <NextPage href={site.path(PATH, { after: endCursor })} text={around.texts.text('olderComments')} />
      )}
    </>,
  )
  answerPage(
    ctx,
    <ProfilePage
      site={site}
      services={context.services}
      title={around.texts.text('ownComments')}
      islands={islands}
      content={content}
      otherwise={
        <>
          {after !== null && <a href={site.path(PATH)}>{around.texts.text('newestComments')}</a>}{' '}
          <ToAccount site={site} />
        </>
      }
    />,
  )
}
