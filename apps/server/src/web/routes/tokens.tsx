import { NotAuthorizedError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import type { PersonalToken } from '../../runtime/user-record.ts'
import { AccountPage, ToAccount } from '../components/account-page.tsx'
import { Field } from '../components/field.tsx'
import { LOCAL_TIMES, Timestamp } from '../components/timestamp.tsx'
import { answerForm, type FormProblem, submitForm } from '../form-problem.ts'
import { type PageContext, queryText } from '../route.ts'
import { pagePath, type Site } from '../site.ts'
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
    ctx,
    async () => answerTokens(ctx, { created: await ctx.state.context.mutators.Token.create({ name }) }),
    problem => answerTokens(ctx, { problem, name }),
  )
}

/** `POST /account/tokens/revoke` */
export async function revokeToken(ctx: PageContext): Promise<void> {
  if (!signedIn(ctx, '/account/tokens')) return
  const { mutators } = ctx.state.context
  await submitForm(
    ctx,
    async () => {
      await mutators.Token.revoke(parseBody(revocation, await readForm(ctx)))
      seeOther(ctx, pagePath(ctx, '/account/tokens', { done: 'revoked' }))
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
      title={site.texts.text('personalTokens')}
      scripts={[LOCAL_TIMES]}
      action="/account/tokens"
      submit={site.texts.text('createToken')}
      problem={problem}
      fields={['name']}
      before={
        <>
          <Message site={site} outcome={outcome} />
          <TokenList site={site} tokens={tokens.filter(token => token.active)} />
        </>
      }
      lead={site.texts.text('tokensLead')}
      otherwise={<ToAccount site={site} />}
    >
      <Field
        name="name"
        label={site.texts.text('tokenName')}
        value={name}
        hint={site.texts.text('tokenNameHint')}
        autocomplete="off"
        problem={problem}
      />
    </AccountPage>
  ))
}

function Message({ site: { texts }, outcome: { created, revoked } }: { site: Site; outcome: Outcome }) {
  if (created)
    return (
      <div class="done" role="status">
        <p>{texts.parts('tokenCreated', { name: <bdi>{created.name}</bdi> })}</p>
        <p>
          <code>{created.jwt}</code>
        </p>
      </div>
    )
  return revoked ? (
    <p class="done" role="status">
      {texts.text('tokenRevoked')}
    </p>
  ) : null
}

function TokenList({ site, tokens }: { site: Site; tokens: readonly PersonalToken[] }) {
  const { texts } = site
  if (tokens.length === 0) return <p>{texts.text('noTokens')}</p>
  return (
    <ul class="overview">
      {tokens.map(token => (
        <li key={token.id}>
          <bdi>{token.name}</bdi>{' '}
          {token.issued_at && (
            <span class="hint">{texts.parts('since', { time: <Timestamp site={site} time={token.issued_at} /> })}</span>
          )}
          <form method="post" action={site.path('/account/tokens/revoke')}>
            <input type="hidden" name="id" value={token.id} />
            <button class="plain" type="submit" aria-label={texts.text('revokeNamed', { name: token.name })}>
              {texts.text('revoke')}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
