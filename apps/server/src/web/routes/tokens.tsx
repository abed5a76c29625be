import { NotAuthorizedError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { PersonalToken } from '../../runtime/user-record.ts'
import { AccountPage } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { type PageContext, queryText } from '../route.ts'
import type { Site } from '../site.ts'
import { signedIn } from './own-account.tsx'

const text = z.string().max(2_000).default('')
const creation = z.object({ name: text })
const revocation = z.object({ id: text })

/** The outcome of the last form on this page, and the name that was entered. */
interface Outcome {
  readonly created?: { readonly name: string; readonly jwt: string }
  readonly revoked?: boolean
  readonly problem?: FormProblem
  readonly name?: string
}

/** `GET /account/tokens`: for users with the permission to have personal tokens. */
export async function showTokens(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  if (!ctx.state.context.can('LIST_OWN_TOKENS')) throw new NotAuthorizedError()
  await answerTokens(ctx, { revoked: queryText(ctx, 'done') === 'revoked' })
}

/** `POST /account/tokens`: creates a token, and shows it only this once. */
export async function createToken(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  const { name } = parseBody(creation, await readForm(ctx))
  await submitForm(
    async () => answerTokens(ctx, { created: await ctx.state.context.mutators.Token.create({ name }) }),
    problem => answerTokens(ctx, { problem, name }),
  )
}

/** `POST /account/tokens/revoke` */
export async function revokeToken(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  const { services, mutators } = ctx.state.context
  await submitForm(
    async () => {
      await mutators.Token.revoke(parseBody(revocation, await readForm(ctx)))
      seeOther(ctx, `${services.config.mountPath}/account/tokens?done=revoked`)
    },
    problem => answerTokens(ctx, { problem }),
  )
}

async function answerTokens(ctx: PageContext, outcome: Outcome): Promise<void> {
  const { context } = ctx.state
  const { problem = null, name = '' } = outcome
  // The user is read again, because a token that was just created belongs to the list.
  const tokens =
    context.user && context.can('LIST_OWN_TOKENS') ? await context.services.personalTokens.of(context.user.id) : []
  await answerForm(ctx, problem, site => (
    <AccountPage
      site={site}
      title="Personal tokens"
      action="/account/tokens"
      submit="Create a token"
      problem={problem}
      fields={['name']}
      before={
        <>
          <Message outcome={outcome} />
          <TokenList site={site} tokens={tokens.filter(token => token.active)} />
        </>
      }
      lead="A program with a token acts as you, until you revoke the token."
      otherwise={<a href={site.path('/account')}>Your account</a>}
    >
      <Field
        name="name"
        label="Name of a new token"
        value={name}
        hint="Such as the name of the program that will use it."
        autocomplete="off"
        problem={problem}
      />
    </AccountPage>
  ))
}

function Message({ outcome: { created, revoked } }: { outcome: Outcome }) {
  if (created)
    return (
      <div class="done" role="status">
        <p>
          This is the token <bdi>{created.name}</bdi>. Store it safely: it is shown only this once.
        </p>
        <p>
          <code>{created.jwt}</code>
        </p>
      </div>
    )
  return revoked ? (
    <p class="done" role="status">
      The token is revoked. The server refuses it from now on.
    </p>
  ) : null
}

function TokenList({ site, tokens }: { site: Site; tokens: readonly PersonalToken[] }) {
  if (tokens.length === 0) return <p>You have no personal tokens.</p>
  return (
    <ul class="overview">
      {tokens.map(token => (
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
  )
}
