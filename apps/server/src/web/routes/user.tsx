import { BadUserInputError, PlatformError, type User } from '@platform/plugin-sdk'
import { CommentsBy, documents, Head, NextPage, PROFILE_PAGE, userPath } from '@platform/stream'
import { renderToString } from 'preact-render-to-string'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { islandsOf } from '../components/islands.tsx'
import { profileAround } from '../components/profile-around.tsx'
import { ProfilePage } from '../components/profile-page.tsx'
import { answerPage, type PageContext, pathText, queryText } from '../route.ts'
import { ownNext, pagePath, readSite, type Site } from '../site.ts'
import { ask } from '../stream/ask.ts'
import { signedIn } from './own-account.tsx'

const GONE = 'There is no account here. It was deleted, or the address is wrong.'

const form = z.object({ decision: z.enum(['ignore', 'stop']), next: z.string().max(2_000).default('') })

/** `GET /users/:user`: the name and the picture of a user, and their visible comments, behind the cursor `?after=`. */
export async function showUser(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const id = pathText(ctx, 'user')
  const after = queryText(ctx, 'after')
  const found = await ask(context, documents.PublicProfile, { id, limit: PROFILE_PAGE, cursor: after }).catch(error => {
    if (after === null || !(error instanceof BadUserInputError)) throw error
    return null
  })
  // A cursor that was changed names no place; the list begins anew.
  if (found === null) return seeOther(ctx, pagePath(ctx, userPath(id)))
  const { publicProfile: profile, ...root } = found
  if (!profile) throw new PlatformError('NOT_FOUND', GONE, { status: 404, metadata: { field: 'user' } })
  const { user, comments } = profile
  const name = user.username
  const site = await readSite(ctx)
  const path = site.path(userPath(id))
  const islands = islandsOf(ctx, site, { signIn: site.path('/sign-in', { next: path }) })
  const around = profileAround(ctx, { site, islands, root })
  const ignored = context.user?.ignoresUsers.includes(user.id) === true
  const content = renderToString(
    <>
      <Head user={user} around={around}>
        <h1 id="profile-title">
          <bdi>{name}</bdi>
        </h1>
      </Head>
      <Relation site={site} viewer={context.user} user={user} ignored={ignored} texts={around.texts} />
      {!ignored && (
        <>
          <CommentsBy name={name} comments={comments.nodes} around={around} />
          {comments.hasNextPage && (
            <NextPage
              href={site.path(userPath(id), { after: String(comments.endCursor) })}
              text={around.texts.text('olderComments')}
            />
          )}
        </>
      )}
    </>,
  )
  answerPage(
    ctx,
    <ProfilePage
      site={site}
      services={context.services}
      title={around.texts.text('commentsBy', { name })}
      islands={islands}
      content={content}
      returnTo={path}
      otherwise={after !== null && <a href={path}>{around.texts.text('newestComments')}</a>}
    />,
  )
}

interface RelationProps {
  readonly site: Site
  readonly viewer: User | null
  readonly user: { readonly id: string; readonly username: string }
  readonly ignored: boolean
  readonly texts: ReturnType<typeof profileAround>['texts']
}

/** What the reader has to do with the user: it is themselves, or one whom they ignore or may ignore. */
function Relation({ site, viewer, user: { id, username: name }, ignored, texts }: RelationProps) {
  if (viewer === null) return null
  if (viewer.id === id)
    return (
      <p>
        {texts.text('thisIsYou')} <a href={site.path('/account/comments')}>{texts.text('ownComments')}</a>
      </p>
    )
  return (
    <form class="profile-relation" method="post" action={site.path(`${userPath(id)}/ignoring`)}>
      {ignored && <p>{texts.text('ignoredBy', { name })}</p>}
      <input type="hidden" name="decision" value={ignored ? 'stop' : 'ignore'} />
      <button class="plain" type="submit">
        {texts.text(ignored ? 'stopIgnoringBy' : 'ignoreBy', { name })}
      </button>
    </form>
  )
}

/** `POST /users/:user/ignoring`: hides the comments of a user from the caller, or shows them again. */
export async function decideIgnoring(ctx: PageContext): Promise<void> {
  const id = pathText(ctx, 'user')
  if (!signedIn(ctx, userPath(id))) return
  const { decision, next } = parseBody(form, await readForm(ctx))
  const { ignoreUser, stopIgnoringUser } = ctx.state.context.mutators.User
  await (decision === 'ignore' ? ignoreUser({ id }) : stopIgnoringUser({ id }))
  seeOther(ctx, next ? ownNext(ctx, next) : pagePath(ctx, userPath(id)))
}
