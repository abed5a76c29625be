import { userPath } from '@platform/stream'
import { ToAccount } from '../components/account-page.tsx'
import { NoticePage } from '../components/notice-page.tsx'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

/** The path of this page. */
const PATH = '/account/ignored'

/** `GET /account/ignored`: the users whose comments the caller does not see, with the way to see them again. */
export async function showIgnored(ctx: PageContext): Promise<void> {
  const user = signedIn(ctx, PATH)
  if (!user) return
  const { loaders } = ctx.state.context
  const ignored = (await Promise.all(user.ignoresUsers.map(id => loaders.Users.getByID(id)))).filter(
    found => found !== null,
  )
  const site = await readSite(ctx)
  const { texts } = site
  answerPage(
    ctx,
    <NoticePage
      site={site}
      title={texts.text('ignoredUsers')}
      lead={texts.text(ignored.length === 0 ? 'ignoredNone' : 'ignoredLead')}
      otherwise={<ToAccount site={site} />}
    >
      {ignored.length > 0 && (
        <ul class="overview">
          {ignored.map(({ id, username: name }) => (
            <li key={id}>
              <a href={site.path(userPath(id))}>
                <bdi>{name}</bdi>
              </a>
              <form method="post" action={site.path(`${userPath(id)}/ignoring`)}>
                <input type="hidden" name="decision" value="stop" />
                <input type="hidden" name="next" value={site.path(PATH)} />
                <button class="plain" type="submit" aria-label={texts.text('stopIgnoringNamed', { name })}>
                  {texts.text('stopIgnoring')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </NoticePage>,
  )
}
