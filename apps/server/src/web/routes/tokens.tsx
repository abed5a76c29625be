import { NotAuthorizedError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { type FormProblem, problemOf } from '../form-problem.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const creation = z.object({ name: text })
const revocation = z.object({ id: text })

interface Said {
  readonly made?: { readonly name: string; readonly jwt: string }
  readonly revoked?: boolean
  readonly problem?: FormProblem
  readonly name?: string
}

/** `GET /account/tokens`: for those who may have personal tokens. */
export async function showTokens(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  if (!ctx.state.context.can('LIST_OWN_TOKENS')) throw new NotAuthorizedError()
  await answerTokens(ctx, { revoked: queryText(ctx, 'done') === 'revoked' })
}

/** `POST /account/tokens`: makes one, and shows its secret this once. */
export async function createToken(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  const { name } = parseBody(creation, await readForm(ctx))
  try {
    await answerTokens(ctx, { made: await ctx.state.context.mutators.Token.create({ name }) })
  } catch (error) {
    await answerTokens(ctx, { problem: problemOf(error), name })
  }
}

/** `POST /account/tokens/revoke` */
export async function revokeToken(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  const { services, mutators } = ctx.state.context
  try {
    await mutators.Token.revoke(parseBody(revocation, await readForm(ctx)))
    seeOther(ctx, `${services.config.mountPath}/account/tokens?done=revoked`)
  } catch (error) {
    await answerTokens(ctx, { problem: problemOf(error) })
  }
}

async function answerTokens(ctx: PageContext, { made, revoked = false, problem, name = '' }: Said): Promise<void> {
  const { context } = ctx.state
  const site = await readSite(context)
  // Read again: the one that was just made belongs to it.
  const user =
    context.user && context.can('LIST_OWN_TOKENS') ? await context.services.users.findById(context.user.id) : null
  const active = user?.tokens.filter(token => token.active) ?? []
  const list = (
    <>
      {revoked && (
        <p class="done" role="status">
          The token is revoked: it works no more.
        </p>
      )}
      {made && (
        <div class="done" role="status">
          <p>
            This is the token <bdi>{made.name}</bdi>. Keep it well: it is shown this once.
          </p>
          <p>
            <code>{made.jwt}</code>
          </p>
        </div>
      )}
      {active.length === 0 ? (
        <p>You have none.</p>
      ) : (
        <ul class="overview">
          {active.map(token => (
            <li key={token.id}>
              <bdi>{token.name}</bdi>{' '}
              {token.issued_at && (
                <span class="hint">
                  since <Timestamp time={token.issued_at} />
                </span>
              )}
              <form method="post" action={site.path('/account/tokens/revoke')}>
                <input type="hidden" name="id" value={token.id} />
                <button class="plain" type="submit" aria-label={`Revoke ${token.name}`}>
                  Revoke
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </>
  )
  answerPage(
    ctx,
    <AccountPage
      site={site}
      title="Personal tokens"
      action="/account/tokens"
      submit="Make a token"
      problem={problem ?? null}
      fields={['name']}
      before={list}
      lead="A program that has one acts as you, until it is revoked."
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <Field
        name="name"
        label="Name of a new token"
        value={name}
        hint="What it is for."
        autocomplete="off"
        problem={problem ?? null}
      />
    </AccountPage>,
    problem?.status ?? 200,
  )
}
