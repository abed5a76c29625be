import { variablesIn } from '@platform/client-sdk'
import { BadUserInputError, NotFoundError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { parseBody, readForm } from '../../request/body.ts'
import { seeOther } from '../../request/own-path.ts'
import { addresses } from '../addresses.ts'
import { findDiscussion } from '../model/discussion.ts'
import { type PageContext, pathText } from '../route.ts'
import { pagePath } from '../site.ts'
import { type Refusable, throwRefusal } from '../stream/ask.ts'
import { signedIn } from './own-account.tsx'

const form = z.object({
  /** The variables of the mutation, as JSON. */
  variables: z.string().max(70_000).default('{}'),
  /** The comment to which the page leads back. */
  comment: z.string().min(1).max(200).nullable().catch(null).default(null),
  /** The mutation that is run in place of the one in the address. */
  mutation: z.string().min(1).max(200).optional(),
})

/**
 * `POST /discussions/:discussion/parts/:plugin/:mutation`: runs a mutation that the client part of a plugin declares,
 * for readers without script, and leads back to the discussion.
 */
export async function takePartForm(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  if (!signedIn(ctx, addresses.discussion(asset.id))) return
  const fields = await readForm(ctx)
  const { variables, comment, mutation = pathText(ctx, 'mutation') } = parseBody(form, fields)
  const document = mutationOf(ctx, `part:${pathText(ctx, 'plugin')}/${mutation}`)
  const { data, errors } = await context.graphql(document, {
    ...readVariables(variables),
    ...variablesIn(Object.entries(fields)),
  })
  const [error] = errors ?? []
  // An error without a path is about a variable.
  if (error) throw error.path ? (error.originalError ?? error) : new BadUserInputError(error.message)
  for (const answer of Object.values(data ?? {})) throwRefusal(answer as Refusable | null)
  const page = pagePath(ctx, addresses.discussion(asset.id), comment === null ? {} : { comment })
  seeOther(ctx, comment === null ? page : `${page}#${addresses.anchor(comment)}`)
}

function mutationOf({ state: { context } }: PageContext, document: string): string {
  const { suffix, texts } = context.services.composition.streamDocuments
  const text = texts.get(document + suffix)
  if (!text?.startsWith('mutation')) throw new NotFoundError('The form')
  return text
}

function readVariables(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch (cause) {
    throw new BadUserInputError('the field "variables" is no JSON object', { cause })
  }
}
